/**
 * A CQL date as ISO text. Its range (5,881,580 years either way) is beyond that of Date, so the calendar is computed
 * here: proleptic Gregorian, in eras of 400 years that begin on 1 March.
 */
const pattern = /^([+-]?\d{4,7})-(\d\d)-(\d\d)$/;
const daysOfEra = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epochOffset = 719_468;

/** `YYYY-MM-DD` of a number of days since 1970-01-01; years beyond four digits carry a sign. */
export function formatDate(days: number): string {
  const shifted = days + epochOffset;
  const era = Math.floor(shifted / daysOfEra);
  const dayOfEra = shifted - era * daysOfEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Days since 1970-01-01 of an ISO date; undefined when there is no such day or it has more than 32 bits. */
export function parseDate(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const marchYear = month <= 2 ? year - 1 : year;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * daysOfEra + dayOfEra - epochOffset;
  if (days < -0x80000000 || days > 0x7fffffff) return undefined;
  // Printing the day again refuses 31 April, month 13 and the like.
  const again = formatDate(days);
  return again === `${yearText(year)}-${match[2]}-${match[3]}` ? days : undefined;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(4, "0")}`;
}
