/** The stored prediction against what was measured, line by line. A line that could not be measured is null, not matched. */
import type { ComparisonLine, PredictionLine } from "../contract/drill.ts";

/** A measured value: a number in the prediction's unit, words, several numbers that must all hold, or a reason why not. */
export type Measured = number | readonly number[] | string | { readonly notMeasured: string };

/**
 * @param prediction as stored before the injection.
 * @param measured by line id; an id without an entry could not be measured.
 */
export function compare(
  prediction: readonly PredictionLine[],
  measured: Readonly<Record<string, Measured>>,
): readonly ComparisonLine[] {
  return prediction.map((line) => {
    const value = measured[line.id] ?? { notMeasured: "nothing in this run measures it" };
    const common = { id: line.id, text: line.text, expected: expectedText(line) };
    if (typeof value === "object" && "notMeasured" in value) {
      return { ...common, measured: null, matched: null, why: value.notMeasured };
    }
    if (typeof value === "string") {
      return {
        ...common,
        measured: value,
        matched: "oneOf" in line.expected && line.expected.oneOf.includes(value),
      };
    }
    const numbers = typeof value === "number" ? [value] : value;
    const expected = line.expected;
    const matched =
      "min" in expected &&
      numbers.length > 0 &&
      numbers.every((n) => n >= expected.min && n <= expected.max);
    return { ...common, measured: numbers.map((n) => withUnit(n, line.unit)).join(", "), matched };
  });
}

function expectedText(line: PredictionLine): string {
  if ("oneOf" in line.expected) return line.expected.oneOf.join(" or ");
  const { min, max } = line.expected;
  return min === max
    ? withUnit(min, line.unit)
    : `${withUnit(min, line.unit)} to ${withUnit(max, line.unit)}`;
}

function withUnit(value: number, unit: string): string {
  if (unit === "share") return `${Number((value * 100).toPrecision(3))} %`;
  if (unit === "ms")
    return value >= 1_000
      ? `${Number((value / 1_000).toPrecision(3))} s`
      : `${Math.round(value)} ms`;
  if (unit === "rows") return `${value} ${value === 1 ? "row" : "rows"}`;
  return `${value}${unit === "" ? "" : ` ${unit}`}`;
}
