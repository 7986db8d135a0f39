/** Style sheets are imported for their effect; Vite puts them into files of their own. */
declare module "*.css";
