import { pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";

/** Passwords of the practice cluster are 24 random bytes: what protects them is their length. */
const rounds = 10_000;

/** A salted hash as the simulator keeps it in system_auth.roles; Cassandra's own are bcrypt. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16).toString("hex");
  return `pbkdf2$${rounds}$${salt}$${derive(password, salt, rounds).toString("hex")}`;
}

export function passwordFits(password: string, saltedHash: string): boolean {
  const [scheme, count, salt, hash] = saltedHash.split("$");
  if (scheme !== "pbkdf2" || salt === undefined || hash === undefined) return false;
  const wanted = Buffer.from(hash, "hex");
  const given = derive(password, salt, Number(count));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function derive(password: string, salt: string, count: number): Buffer {
  return pbkdf2Sync(password, salt, count, 32, "sha256");
}
