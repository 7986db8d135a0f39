/** Writes the distribution into `folder`, which is created. */
export function makeStubElectron(folder: string): void;
