/** Values of options, checked before anything is touched. */
import { InvalidArgumentError } from "commander";

/** A parser for a whole number inside bounds. */
export function wholeNumber(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most) {
      throw new InvalidArgumentError(`${name} takes a whole number from ${least} to ${most}.`);
    }
    return Number(text);
  };
}

const levels = [
  "ANY",
  "ONE",
  "TWO",
  "THREE",
  "QUORUM",
  "ALL",
  "LOCAL_QUORUM",
  "EACH_QUORUM",
  "LOCAL_ONE",
];

/** A consistency level by name, any case. */
export function consistencyLevel(text: string): string {
  const level = text.toUpperCase();
  if (!levels.includes(level))
    throw new InvalidArgumentError(`A consistency level is one of ${levels.join(", ")}.`);
  return level;
}

/** One of some words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new InvalidArgumentError(`It is one of ${words.join(", ")}.`);
    return word;
  };
}
