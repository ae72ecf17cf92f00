#!/usr/bin/env bash
# Report libraries and packages as support asks for them; needs Python with torch, numpy and pip.
set -e
getconf GNU_LIBC_VERSION
ldd "$(command -v bash)" /usr/bin/git
site=$(python -c 'import torch, os; print(os.path.dirname(torch.__file__))')
ldd "$site/lib/libtorch_cpu.so" | sed 's/ (0x[0-9a-f]*)//'
ldconfig -p | grep -E 'libstdc\+\+|libgomp|libGL\.so|libc\.so' || true
grep -ao 'GLIBCXX_3\.4\.[0-9]*' /usr/lib/x86_64-linux-gnu/libstdc++.so.6 | sort -Vu | tail -n 3
grep -ao 'CXXABI_1\.3\.[0-9]*' /usr/lib/x86_64-linux-gnu/libstdc++.so.6 | sort -Vu | tail -n 2
python -c 'import torch; print("cxx11abi", torch._C._GLIBCXX_USE_CXX11_ABI, torch.version.cuda)'
python -c 'import torch; print(torch.__config__.show())'
python -c 'import numpy; numpy.show_runtime()'
python -W always -c 'import numpy.core, warnings; warnings.warn("old name", DeprecationWarning)'
python -m pip list --format=freeze | grep -iE '^(torch|numpy|protobuf|transformers|tokenizers|safetensors|datasets)'
python -m pip check || true
python -m pip debug 2>/dev/null | head -n 12
