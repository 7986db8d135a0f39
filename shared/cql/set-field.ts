/**
 * Sets a field whose name came from a cluster. A column may be called `__proto__`; assigning that would replace the
 * object's prototype instead.
 */
export function setField<T>(fields: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__") {
    Object.defineProperty(fields, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else {
    fields[name] = value;
  }
}
