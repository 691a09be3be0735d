"""The field's words for phases and resources, in both languages.

Each entry is data: the regular expressions that use them are built in the modules
that need them.  Longer words stand before shorter ones they contain.
"""

from __future__ import annotations

PREFILL = (
    r"prompt ingestion|(?:the )?first tokens?|prompt (?:phase|stage|computation)|"
    r"pre-?fill(?:s|ing)?|pre fill|프리필|프리힐|"
    r"프리필링|사전 ?채움|프롬프트 ?(?:처리|평가|인코딩)|입력 ?처리|컨텍스트 ?처리"
    r"|prompt[- ](?:process(?:ing)?|eval(?:uation)?|ingestion|encoding|phase|stage)|"
    r"process(?:ing|es)? (?:the |a |long )?(?:input |\d+k )?prompts?"
    r"|context phase|첫 ?(?:번째 ?)?토큰|"
    r"프롬프트(?:를|을) ?(?:한꺼번에 |한 번에 )?(?:읽|먹이|집어넣)[가-힣]*|"
    r"first[- ]token|ttft|티티에프티|"
    r"(?<![a-z])pp(?![a-z]| ?=)|ingest\w* (?:the )?prompts?"
)
DECODE = (
    r"token (?:emission|production|output)|(?:emit|produc|spit|print|churn)(?:s|ing|"
    r"e|es|ting)?(?: out)? (?:a |an |one |each |every |new |the |output |next |"
    r"single )*tokens?|"
    r"generat(?:e|es|ing) (?:each |every |a |one |new |the |output )*tokens?|(?:each|"
    r"every) (?:new |output |generated )tokens?|"
    r"토큰(?:을|를)? ?하나(?:를|씩|당|마다|도)?(?: ?(?:더|새로))? ?(?:만들|만드|만든|"
    r"뽑|낼|내|토해|써 ?내|"
    r"생성|뱉|찍|나올|나오)[가-힣]*|"
    r"token phase|token stage|(?:그 ?)?(?:다음|이후|나머지) 토큰|subsequent tokens|"
    r"token latency|generat(?:es|ed)\b|"
    r"later tokens|(?:the )?rest(?= (?:costs?|is|are|wants?|needs?))|"
    r"de-?cod(?:e[sd]?|ing)|디코드|디코딩|디코더 ?단계|토큰 ?생성|"
    r"생성 ?(?:단계|구간|속도|중)|출력 ?(?:토큰 ?)?생성|생성(?=은|이|에서|할)"
    r"|token[- ](?:generation|by[- ]token)|generat(?:ion|ing)(?: (?:phase|stage|step|"
    r"speed|tokens))?|tpot|티팟|itl|tbt|inter-token|tokens? 간 지연|토큰 ?간 ?지연|"
    r"토큰당 ?(?:시간|지연)"
    r"|토큰(?:을)? ?(?:하나)?씩 ?(?:낼|내|만들|뽑|뱉|출력)[가-힣]*|token by token|"
    r"one token at a time|토큰(?:을|이)? ?(?:뽑|뱉|내뱉|찍어 ?내)[가-힣]*|"
    r"time per output token|"
    r"per-token latency|eval time|(?<![a-z])tg(?![a-z])|draft|"
    r"speculati\w+|추측 ?디코딩|투기적|streaming speed"
)
# tok/s of one stream is decode (rule 20b); the caller checks that it is one stream.
TOKEN_RATE = (
    r"tok(?:en)?s?/s(?:ec)?|t/s|tokens? per second|tokens a second|토큰/초|"
    r"초당 ?[\d.,]* ?토큰|ms/token|ms per token|ms/tok|토큰당"
)

MEMORY = (
    r"(?:main[- ])?memory(?:[- ](?:bandwidth|bw|traffic|reads?|access(?:es)?|system|"
    r"bus|speed|throughput|transfers?|movement|side|path))?"
    r"|(?:[gl]pddr\w*|lpddr\w*|gddr\w*|hbm\w*|d-?ram|(?<![a-z])ddr\d\w*|v-?ram|"
    r"kv(?:[- ]cache)?|weights?|weight-memory|cache)"
    r"[- ](?:bandwidth|bw|reads?|traffic|fetch(?:es|ing)?|loading|loads?|streaming|"
    r"access)"
    r"|(?:weight-)?bandwidth|(?<![a-z])bw(?![a-z])|(?<![a-z])mem(?![a-z])|memroy|"
    r"memeory|momory|bandwith"
    r"|hbm\w{0,2}(?: ?대역폭)?|d-?ram(?: ?대역폭)?|lpddr\w*|(?:메모리|멤모리|"
    r"메머리) ?(?:대역폭|접근|읽기|전송|트래픽|버스|속도|밴드위스)?|대역폭|대역(?=이|"
    r"에)|밴드위스|kv(?: ?캐시)? ?(?:읽기|로드|전송)|가중치 ?(?:읽기|로드|로딩|전송|"
    r"스트리밍)|data movement|데이터 ?(?:이동|전송)"
    r"|moving (?:data|bytes|weights)|(?<![\d.] )(?<![\d.])[gt]b/s(?=에|가|로|이|"
    r" rather|, not)|(?:streaming|reading|fetching|loading) (?:the |its |"
    r"all )?weights|bytes (?:moved|read)"
)
COMPUTE = (
    r"comput(?:e|ation(?:al)?)(?:[- ](?:throughput|power|capacity|units?|density|side|"
    r"resources))?|raw compute|arithmetic(?: throughput| units?)?|"
    r"math(?: throughput)?|(?<![a-z])t?flop(?:/?s)?(?![a-z/])|alus?(?![a-z])|fma"
    r"|(?:tensor|matrix|cuda|shader|vector|simd)[- ]?(?:cores?|units?|"
    r"engines?)(?: throughput)?|systolic arrays?|(?:math|multiply|"
    r"arithmetic) pipe(?:line)?s?|matmul throughput|gemm throughput|(?:연산|"
    r"계산|컴퓨트|콤퓨트|컴퓨팅)(?: ?(?:력|량|능력|성능|자원|장치|유닛|처리량|속도))?|"
    r"산술 ?연산|곱셈기|행렬 ?(?:유닛|코어|엔진|연산기)|쿠다 ?코어|플롭스|텐서 ?코어|"
    r"t?flops|mxu|연산기"
)
OVERHEAD = (
    r"(?:kernel[- ])?launch(?:es|ing)?(?:[- ](?:overheads?|latency|gaps?|time|cost))?|"
    r"(?:cpu|host|python|framework|scheduling|software|dispatch|launch)(?:[- ](?:side|"
    r"overheads?|scheduler|code))?|overheads?|scheduler|dequant\w*(?: overhead| cost)?"
    r"|(?:커널|쿠다) ?(?:실행|론치|런치|호출|디스패치)(?: ?(?:오버헤드|비용|지연|시간|"
    r"간격))?|런치|오버헤드|호스트|파이썬(?: ?(?:스케줄러|오버헤드|코드))?|스케줄러|"
    r"스케줄링|역양자화(?: ?오버헤드| ?비용)?|디퀀타이즈|디스패치|토크나이저|"
    r"tokenizer|sampler"
    r"|(?:kernel )?implementation|구현(?: ?품질)?|씨피유|sampling(?: step)?|샘플링"
)
COMMUNICATION = (
    r"(?:inter-?gpu )?communication|nccl|all-?to-?all|interconnect|nvlink|"
    r"pci-?e(?: ?(?:bandwidth|대역폭|traffic|transfers?))?|all-?reduce|"
    r"network(?:ing)?(?: bandwidth)?|infiniband|ethernet|인피니밴드|이더넷|엔브이링크|"
    r"노드 ?간 ?(?:통신|전송|대역폭)|통신|인터커넥트|네트워크|올리듀스|"
    r"comm(?![a-z])|(?:nvlink|네트워크) ?대역폭"
)
CAPACITY = (
    r"(?:memory|vram|hbm|kv(?:[- ]cache)?)[- ](?:capacity|size|space)|capacity|"
    r"out of memory|(?<![a-z])oom(?:s|ed)?(?![a-z])|(?:메모리|vram|hbm|"
    r"브이램) ?(?:용량|공간)|용량|(?:메모리|vram|브이램|hbm)(?:가|이)? ?(?:부족|모자|"
    r"꽉)"
)
LATENCY = (
    r"(?:memory |kernel )?latency|occupancy|low parallelism|지연(?! ?시간)|레이턴시|"
    r"점유율|병렬성"
)
STORAGE = r"disk|ssd|storage|i/o|디스크|저장 ?장치|nvme"

RESOURCES: tuple[
    tuple[str, str], ...
] = (  # (verdict, words), the longest reading first
    ("capacity-bound", CAPACITY),
    ("comm-bound", COMMUNICATION),
    ("overhead-bound", OVERHEAD),
    ("compute-bound", COMPUTE),
    ("memory-bound", MEMORY),
    ("latency-bound", LATENCY),
    ("io-bound", STORAGE),
)
TRAINING = r"(?:pre-?)?training|fine-?tun\w+|backward|학습|훈련|파인 ?튜닝|역전파"
# Another field's text: "decode" of images or archives, routers, sorting ...
OFF_DOMAIN = (
    r"zlib|gzip|jpe?g|png|h\.?26[45]|hevc|video|비디오|동영상|영상|mp3|audio codec|"
    r"router|라우터|스위치|라우팅 ?테이블|routing table|패킷|packet|ffmpeg|fpga|ldpc|"
    r"viterbi|비터비|"
    r"database|데이터베이스|sql|정렬|sort(?:ing)?|fft|blas level|stencil|hpc|유체|cfd|"
    r"video ?games?|game engine|게임|엑셀|excel|브라우저|browser|crypto|암호|utf-?8|"
    r"base64|압축|"
    r"decompress\w*|resnet|cnn|이미지 ?분류|컨볼루션|convolution|spmv|json"
)
ON_DOMAIN = (
    r"llm|llama|라마|qwen|gpt|token|토큰|transformer|트랜스포머|prefill|프리필|kv|"
    r"attention|어텐션|prompt|프롬프트|context|컨텍스트|moe|weights?|가중치|배치|"
    r"batch|inference|language model|언어 ?모델|서빙|mistral|gemma|awq"
)
