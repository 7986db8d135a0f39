/** Every text of the screens comes through `t`; English is the only catalogue so far, and complete. */
import i18next from "i18next";
import { en } from "./en.ts";
import { lengthened } from "./lengthened.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
  }
}

/** Set by tests and translators to see whether layouts survive longer words. */
const longer =
  typeof localStorage !== "undefined" && localStorage.getItem("ringdrill.longTexts") === "1";

void i18next.use(lengthened).init({
  lng: "en",
  resources: { en: { translation: en } },
  // React escapes what it draws; escaping twice would show &amp; to the operator.
  interpolation: { escapeValue: false },
  initAsync: false,
  ...(longer ? { postProcess: ["lengthened"] } : {}),
});

export const t = i18next.t;
