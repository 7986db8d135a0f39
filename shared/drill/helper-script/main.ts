/** Last part of the node helper: the choice of the verb. */
export const main = `
# ---- which verb --------------------------------------------------------------------------------------

main() {
  [ $# -gt 0 ] && shift
  if [ "\${1:-}" = -s ]; then
    STATE=\${2:-}
    shift
    [ $# -gt 0 ] && shift
  fi
  case $VERB in
    version) verb_version && exit 0 ;;
    start-hook) verb_start_hook ;;
    locate | arm | renew | inject | prove | rollback | status | scan | disarm | self-test | guard) ;;
    *) answer usage bad-verb "verbs: arm renew inject prove rollback status scan start-hook self-test disarm locate version" ;;
  esac
  check_state
  case $VERB in
    locate) verb_locate ;;
    arm) verb_arm "\${1:-}" ;;
    renew) verb_renew "\${1:-}" ;;
    inject) verb_inject "\${1:-}" ;;
    prove) verb_prove "\${1:-}" ;;
    rollback) verb_rollback "\${1:-}" ;;
    status) verb_status "\${1:-}" ;;
    scan) verb_scan "\${1:-}" ;;
    disarm) verb_disarm "\${1:-}" "\${2:-}" ;;
    self-test) verb_self_test ;;
    guard) verb_guard "\${1:-}" ;;
  esac
}
main "$@"
exit
`;
