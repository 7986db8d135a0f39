/** The node's clock against ours, from when a script was sent, when it began and ended there, and when it was back. */

export interface ClockOffset {
  /** Node minus us, in ms. */
  readonly offsetMs: number;
  /** The true offset lies within this of `offsetMs`, whatever the way there and back took. */
  readonly uncertaintyMs: number;
}

/** How fast two quartz clocks may drift apart: an old estimate grows uncertain by this share of its age. */
const drift = 100e-6;

/**
 * Half the round trip is taken off, as NTP does: what was spent on the way is (back − sent) − (ended − began), and the
 * offset can be wrong by half of that.
 * @param secondsOnly true when the node's `date` knows no fractions
 */
export function clockOffset(
  sentMs: number,
  backMs: number,
  beganMs: number,
  endedMs: number,
  secondsOnly: boolean,
): ClockOffset {
  const onTheWay = Math.max(0, backMs - sentMs - (endedMs - beganMs));
  // A whole second stands for any instant within it.
  const rounding = secondsOnly ? 500 : 0;
  return {
    offsetMs: (beganMs + rounding - sentMs + (endedMs + rounding - backMs)) / 2,
    uncertaintyMs: onTheWay / 2 + rounding,
  };
}

/** The better of an earlier estimate and a new one: a slow answer does not make a good estimate worse. */
export class OffsetEstimate {
  #best: ClockOffset | undefined;
  #at = 0;

  add(offset: ClockOffset, at: number): ClockOffset {
    const aged = this.#best === undefined ? Number.POSITIVE_INFINITY : this.#aged(this.#best, at);
    const apart = this.#best === undefined ? 0 : Math.abs(offset.offsetMs - this.#best.offsetMs);
    // Further apart than both can be wrong: somebody set a clock, and the old estimate is worth nothing.
    if (offset.uncertaintyMs <= aged || apart > aged + offset.uncertaintyMs) {
      this.#best = offset;
      this.#at = at;
      return offset;
    }
    return { offsetMs: this.#best?.offsetMs ?? offset.offsetMs, uncertaintyMs: aged };
  }

  #aged(best: ClockOffset, at: number): number {
    return best.uncertaintyMs + Math.abs(at - this.#at) * drift;
  }
}
