/** A labelled field with what is wrong with it, tied together for screen readers. */
import { FormGroup, InputGroup } from "@blueprintjs/core";
import { useId } from "react";

export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly help?: string;
  readonly type?: "text" | "password";
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}): React.ReactElement {
  const id = useId();
  const bad = props.problem !== undefined;
  return (
    <FormGroup
      label={props.label}
      labelFor={id}
      intent={bad ? "danger" : "none"}
      helperText={<span id={`${id}-help`}>{props.problem ?? props.help}</span>}
    >
      <InputGroup
        id={id}
        type={props.type ?? "text"}
        value={props.value}
        intent={bad ? "danger" : "none"}
        aria-invalid={bad}
        aria-describedby={`${id}-help`}
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.autoFocus ?? false}
        placeholder={props.placeholder ?? ""}
        onValueChange={props.onChange}
      />
    </FormGroup>
  );
}

/** A port number; what is not a number stays as it was. */
export function PortField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly problem?: string | undefined;
}): React.ReactElement {
  return (
    <TextField
      label={props.label}
      value={String(props.value)}
      problem={props.problem}
      onChange={(text) => {
        if (/^\d{0,5}$/.test(text)) props.onChange(Number(text));
      }}
    />
  );
}
