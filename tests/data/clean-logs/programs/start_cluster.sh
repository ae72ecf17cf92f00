# Sourced: a cluster of one node in the current folder, whose daemons need no keys. Extra lines come as $1.
export SLURM_CONF=$PWD/slurm.conf
cat > slurm.conf <<END
ClusterName=small
SlurmctldHost=node01(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
CommunicationParameters=EnableIPv6
StateSaveLocation=$PWD/state
SlurmdSpoolDir=$PWD/spool
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.pid
${1:-}
NodeName=node01 NodeAddr=127.0.0.1 CPUs=2 RealMemory=8000
PartitionName=gpu Nodes=ALL Default=YES MaxTime=2-00:00:00
END
mkdir -p state spool
slurmctld -D -vv > slurmctld.log 2>&1 &
slurmd -D -vv > slurmd.log 2>&1 &
until sinfo 2> /dev/null | grep --quiet idle; do sleep 1; done
