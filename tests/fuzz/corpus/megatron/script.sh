ARGS="--num-layers 24 \
 --hidden-size=2304 --num-attention-heads 24 --group-query-attention --num-query-groups 8 --swiglu
 --seq-length 2048 --vocab-size 50257 --kv-channels 96" # done
