/** Entry of the screens: theme, keys, line to the host, then React. */
import "@blueprintjs/core/lib/css/blueprint.css";
import "./ui/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { listenToKeys } from "./app/key-map.ts";
import { watchAddress } from "./app/navigation.ts";
import { connect } from "./host/connect.ts";
import { startTheme } from "./ui/theme-store.ts";

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no #app");
startTheme(window);
listenToKeys(window);
// Before the address is watched: it carries the token on the first load.
const connection = connect(window);
watchAddress(window);
createRoot(place).render(
  <StrictMode>
    <App connection={connection} />
  </StrictMode>,
);
