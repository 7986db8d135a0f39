/** What Ringdrill is for, a sentence a job, for somebody who has no cluster set up yet. */
import { t } from "../../i18n/i18n.ts";

const jobs = ["see", "drill", "report"] as const;

export function FirstStart(): React.ReactElement {
  return (
    <section className="first-start">
      <h2>{t("firstStart.title")}</h2>
      <dl className="facts">
        {jobs.map((job) => (
          <div key={job} className="first-start-job">
            <dt>{t(`firstStart.${job}`)}</dt>
            <dd>{t(`firstStart.${job}Text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
