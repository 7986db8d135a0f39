/** A post-processor that makes every text 40 % longer, as German or Finnish would. */
import type { PostProcessorModule } from "i18next";

/** The text with 40 % more letters, in words that may wrap. */
export function lengthen(text: string): string {
  const more = Math.ceil(text.length * 0.4);
  return `${text} ${"ōōōō "
    .repeat(Math.ceil(more / 5))
    .slice(0, more)
    .trim()}`;
}

export const lengthened: PostProcessorModule = {
  type: "postProcessor",
  name: "lengthened",
  process: (value: string) => lengthen(value),
};
