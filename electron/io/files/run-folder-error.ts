/** Errors of a run's folder by what the operator can do, with the path in the message. */

const names: Readonly<Record<string, readonly [name: string, what: string, next: string]>> = {
  ENOSPC: [
    "FullDisk",
    "the disk is full",
    "Free space there, or give the run another folder with --report-dir.",
  ],
  EDQUOT: [
    "FullDisk",
    "the quota is used up",
    "Free space there, or give the run another folder with --report-dir.",
  ],
  EROFS: [
    "ReadOnlyDisk",
    "the file system is read-only",
    "Give the run a folder on another disk with --report-dir.",
  ],
  EACCES: ["NotPermitted", "this user may not", "Correct the folder's owner or mode."],
  EPERM: ["NotPermitted", "this user may not", "Correct the folder's owner or mode."],
  ENOENT: [
    "NoSuchFolder",
    "it does not exist",
    "Give the folder of a run, as the list of reports shows it.",
  ],
  ENOTDIR: [
    "NoSuchFolder",
    "it is not a folder",
    "Give the folder of a run, as the list of reports shows it.",
  ],
  EEXIST: ["NotAFolder", "a file of that name is in the way", "Give another folder."],
  EIO: [
    "DiskFault",
    "the disk answers with an error",
    "Look at that disk before anything else is written to it.",
  ],
};

export class RunFolderError extends Error {
  readonly path: string;
  /** The operating system's code, `ENOSPC` … */
  readonly code: string | undefined;

  constructor(name: string, message: string, path: string, code?: string) {
    super(message);
    this.name = name;
    this.path = path;
    this.code = code;
  }
}

/**
 * Names a file error.
 * @param doing what was being done, after "cannot": "be written".
 */
export function runFolderError(error: unknown, path: string, doing: string): RunFolderError {
  if (error instanceof RunFolderError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  const said = error instanceof Error ? error.message : String(error);
  const [name, what, next] = names[code ?? ""] ?? ["FileError", said, "Look at that file."];
  return new RunFolderError(name, `${path} cannot ${doing}: ${what}. ${next}`, path, code);
}
