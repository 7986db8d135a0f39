/** The shape of a UUID; letters beyond f are let through, because manuals and masked pastes have them. */
export const UUID = String.raw`[0-9a-zA-Z]{8}-[0-9a-zA-Z]{4}-[0-9a-zA-Z]{4}-[0-9a-zA-Z]{4}-[0-9a-zA-Z]{12}`;

const WHOLE = new RegExp(`^${UUID}$`);

/** True when the text is a UUID and nothing else. */
export function isUuid(text: string): boolean {
  return WHOLE.test(text);
}
