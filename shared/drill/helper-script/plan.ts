/** Part of the node helper: the plan, read value by value against a pattern, never sourced. */
export const plan = `
# ---- the plan ----------------------------------------------------------------------------------------

P_id= P_fault= P_pid= P_start= P_marker= P_control= P_unit= P_init= P_lease= P_limit=
P_start_script= P_stop_script= P_status_script=
PLAN_READ=

bad_value() { refuse bad-plan "the plan's value of $1 is missing, given twice or not of the allowed form"; }
# once OLD KEY: a key may be given once.
once() { [ -z "$1" ] || bad_value "$2"; }

# read_plan: key=value lines from standard input.
read_plan() {
  rp_n=0 rp_format=
  while IFS= read -r rp_line || [ -n "$rp_line" ]; do
    rp_n=$((rp_n + 1))
    [ "$rp_n" -le 32 ] || refuse bad-plan "the plan has more than 32 lines"
    case $rp_line in ?*=?*) ;; *) refuse bad-plan "line $rp_n of the plan is not key=value" ;; esac
    rp_key=\${rp_line%%=*}
    rp_value=\${rp_line#*=}
    case $rp_key in
      format) once "$rp_format" format && rp_format=$rp_value && [ "$rp_value" = 1 ] || bad_value format ;;
      id) once "$P_id" id && is_id "$rp_value" && P_id=$rp_value || bad_value id ;;
      fault) once "$P_fault" fault && P_fault=$rp_value && case $rp_value in kill | stop) ;; *) bad_value fault ;; esac ;;
      pid) once "$P_pid" pid && is_number "$rp_value" 10 && [ "$rp_value" -gt 1 ] && P_pid=$rp_value || bad_value pid ;;
      start) once "$P_start" start && is_number "$rp_value" && P_start=$rp_value || bad_value start ;;
      marker) once "$P_marker" marker && is_marker "$rp_value" && P_marker=$rp_value || bad_value marker ;;
      control)
        once "$P_control" control && P_control=$rp_value
        case $rp_value in systemd | init | scripts | self-test) ;; *) bad_value control ;; esac
        ;;
      unit) once "$P_unit" unit && is_name "$rp_value" && P_unit=$rp_value || bad_value unit ;;
      init) once "$P_init" init && is_id "$rp_value" && P_init=$rp_value || bad_value init ;;
      start_script) once "$P_start_script" start_script && is_path "$rp_value" && P_start_script=$rp_value || bad_value start_script ;;
      stop_script) once "$P_stop_script" stop_script && is_path "$rp_value" && P_stop_script=$rp_value || bad_value stop_script ;;
      status_script) once "$P_status_script" status_script && is_path "$rp_value" && P_status_script=$rp_value || bad_value status_script ;;
      lease_s) once "$P_lease" lease_s && is_number "$rp_value" 4 && [ "$rp_value" -ge 2 ] && P_lease=$rp_value || bad_value lease_s ;;
      limit_s) once "$P_limit" limit_s && is_number "$rp_value" 5 && [ "$rp_value" -ge 2 ] && P_limit=$rp_value || bad_value limit_s ;;
      *) refuse bad-plan "line $rp_n of the plan has a key that is not known" ;;
    esac
  done
  [ -n "$rp_format" ] || bad_value format
  [ -n "$P_marker" ] || bad_value marker
  check_control
}

# check_control: exactly the values that this kind of service control needs.
check_control() {
  cc_given="\${P_unit:+u}\${P_init:+i}\${P_start_script:+a}\${P_stop_script:+b}\${P_status_script:+c}"
  case $P_control:$cc_given in
    systemd:u | init:i) ;;
    scripts:abc)
      for cc_script in "$P_start_script" "$P_stop_script" "$P_status_script"; do
        safe_script "$cc_script" || refuse bad-script "$WHY_NOT"
      done
      ;;
    self-test:) [ "$P_id" = self-test ] || bad_value control ;;
    *) bad_value control ;;
  esac
}

check_drill() {
  [ "$P_id" = "$ID" ] || bad_value id
  [ -n "$P_fault" ] || bad_value fault
  [ -n "$P_pid" ] || bad_value pid
  [ -n "$P_start" ] || bad_value start
  [ -n "$P_lease" ] || bad_value lease_s
  [ -n "$P_limit" ] && [ "$P_limit" -ge "$P_lease" ] || bad_value limit_s
  PLAN_READ=yes
}

# load_plan: the stored plan, checked again each time.
load_plan() {
  [ -z "$PLAN_READ" ] || return 0
  [ -f "$DIR/plan" ] || refuse no-drill "there is no plan in $DIR"
  read_plan <"$DIR/plan"
  check_drill
}

plan_text() {
  say "format=1
id=$P_id
fault=$P_fault
pid=$P_pid
start=$P_start
marker=$P_marker
control=$P_control"
  [ -z "$P_unit" ] || say "unit=$P_unit"
  [ -z "$P_init" ] || say "init=$P_init"
  [ -z "$P_start_script" ] || say "start_script=$P_start_script
stop_script=$P_stop_script
status_script=$P_status_script"
  say "lease_s=$P_lease
limit_s=$P_limit"
}
`;
