/** What the scripts of a node have written into them. All paths are absolute. */
export interface ScriptFacts {
  readonly node: string;
  /** Folder of the cluster; processes carry it in their environment, so that `practice down` finds every one. */
  readonly cluster: string;
  readonly address: string;
  readonly java: string;
  readonly classPath: string;
  /** Class-data archive; a missing file only makes the start slower. */
  readonly archive: string;
  /** jamm's jar where the release needs its agent. */
  readonly agent: string | undefined;
  readonly jmxPort: number;
  /** Options of the first start only. */
  readonly firstStart: readonly string[];
}

/** The URL by which Java is told a file, whatever characters its path holds. */
export function fileUrl(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}
