/**
 * Every unit a stored field may name, one a line: `id kind text name`.
 * Kinds: f fixed suffix, s decimal (the number is the exponent the source counts in), b binary, n count,
 * c money with the symbol before, k money with the symbol behind, x has a formatter of its own.
 */
export const UNIT_TABLE = `
# Misc
none x - number
string x - string
short x - short (K, Mil, Bil)
sishort x - short (k, M, G)
percent x - percent (0 to 100)
percentunit x - percent (0.0 to 1.0)
humidity f %H humidity
dB f dB decibel
candela s cd candela
hex0x x - hexadecimal (0x)
hex x - hexadecimal
sci x - scientific notation
locale x - locale format
pixel f px pixels
# Acceleration
accMS2 f m/sec² meters/sec²
accFS2 f f/sec² feet/sec²
accG f g g unit
# Angle
degree f ° degrees
radian f rad radians
grad f grad gradian
arcmin f arcmin arc minutes
arcsec f arcsec arc seconds
# Area
areaM2 f m² square meters
areaF2 f ft² square feet
areaMI2 f mi² square miles
acres f ac acres
hectares f ha hectares
# Computation
flops s FLOPS FLOP per second
mflops s2 FLOPS MFLOP per second
gflops s3 FLOPS GFLOP per second
tflops s4 FLOPS TFLOP per second
pflops s5 FLOPS PFLOP per second
eflops s6 FLOPS EFLOP per second
zflops s7 FLOPS ZFLOP per second
yflops s8 FLOPS YFLOP per second
# Concentration
ppm f ppm parts-per-million
conppb f ppb parts-per-billion
conngm3 f ng/m³ nanogram per cubic meter
conngNm3 f ng/Nm³ nanogram per normal cubic meter
conμgm3 f μg/m³ microgram per cubic meter
conμgNm3 f μg/Nm³ microgram per normal cubic meter
conmgm3 f mg/m³ milligram per cubic meter
conmgNm3 f mg/Nm³ milligram per normal cubic meter
congm3 f g/m³ gram per cubic meter
congNm3 f g/Nm³ gram per normal cubic meter
conmgdL f mg/dL milligrams per decilitre
conmmolL f mmol/L millimoles per litre
# Currency
currencyUSD c $ Dollars
currencyGBP c £ Pounds
currencyEUR c € Euro
currencyJPY c ¥ Yen
currencyRUB c ₽ Rubles
currencyUAH c ₴ Hryvnias
currencyBRL c R$ Real
currencyDKK k kr Danish Krone
currencyISK k kr Icelandic Króna
currencyNOK k kr Norwegian Krone
currencySEK k kr Swedish Krona
currencyCZK c czk Czech koruna
currencyCHF c CHF Swiss franc
currencyPLN c PLN Polish Złoty
currencyBTC c ฿ Bitcoin
currencymBTC c mBTC Milli Bitcoin
currencyμBTC c μBTC Micro Bitcoin
currencyZAR c R South African Rand
currencyINR c ₹ Indian Rupee
currencyKRW c ₩ South Korean Won
currencyIDR c Rp Indonesian Rupiah
currencyPHP c PHP Philippine Peso
currencyVND k đ Vietnamese Dong
currencyTRY k ₺ Turkish Lira
currencyMYR c RM Malaysian Ringgit
currencyXPF c XPF CFP franc
currencyBGN c BGN Bulgarian Lev
currencyPYG c ₲ Guaraní
currencyUYU c UYU Uruguay Peso
currencyILS c ₪ Israeli New Shekels
# Data
bytes b B bytes (IEC)
decbytes s B bytes (SI)
bits b b bits (IEC)
decbits s b bits (SI)
kbytes b1 B kibibytes
deckbytes s1 B kilobytes
mbytes b2 B mebibytes
decmbytes s2 B megabytes
gbytes b3 B gibibytes
decgbytes s3 B gigabytes
tbytes b4 B tebibytes
dectbytes s4 B terabytes
pbytes b5 B pebibytes
decpbytes s5 B petabytes
# Data rate
pps s p/s packets per second
binBps b B/s bytes per second (IEC)
Bps s B/s bytes per second (SI)
binbps b b/s bits per second (IEC)
bps s b/s bits per second (SI)
KiBs b1 B/s kibibytes per second
Kibits b1 b/s kibibits per second
KBs s1 B/s kilobytes per second
Kbits s1 b/s kilobits per second
MiBs b2 B/s mebibytes per second
Mibits b2 b/s mebibits per second
MBs s2 B/s megabytes per second
Mbits s2 b/s megabits per second
GiBs b3 B/s gibibytes per second
Gibits b3 b/s gibibits per second
GBs s3 B/s gigabytes per second
Gbits s3 b/s gigabits per second
TiBs b4 B/s tebibytes per second
Tibits b4 b/s tebibits per second
TBs s4 B/s terabytes per second
Tbits s4 b/s terabits per second
PiBs b5 B/s pebibytes per second
Pibits b5 b/s pebibits per second
PBs s5 B/s petabytes per second
Pbits s5 b/s petabits per second
# Date & time
dateTimeAsIso x - ISO
dateTimeAsIsoNoDateIfToday x - ISO, without the date if today
dateTimeAsUS x - US
dateTimeAsUSNoDateIfToday x - US, without the date if today
dateTimeAsLocal x - local
dateTimeAsLocalNoDateIfToday x - local, without the date if today
dateTimeAsSystem x - default
dateTimeFromNow x - from now
# Energy
watt s W watt
kwatt s1 W kilowatt
megwatt s2 W megawatt
gwatt s3 W gigawatt
mwatt s-1 W milliwatt
Wm2 s W/m² watt per square meter
voltamp s VA volt-ampere
kvoltamp s1 VA kilovolt-ampere
voltampreact s VAr volt-ampere reactive
kvoltampreact s1 VAr kilovolt-ampere reactive
watth s Wh watt-hour
watthperkg s Wh/kg watt-hour per kilogram
kwatth s1 Wh kilowatt-hour
kwattm s1 W-Min kilowatt-minute
mwatth s2 Wh megawatt-hour
amph s Ah ampere-hour
kamph s1 Ah kiloampere-hour
mamph s-1 Ah milliampere-hour
joule s J joule
ev s eV electron volt
amp s A ampere
kamp s1 A kiloampere
mamp s-1 A milliampere
volt s V volt
kvolt s1 V kilovolt
mvolt s-1 V millivolt
dBm f dbm decibel-milliwatt
mohm s-1 Ω milliohm
ohm s Ω ohm
kohm s1 Ω kiloohm
Mohm s2 Ω megaohm
farad s F farad
µfarad s-2 F microfarad
nfarad s-3 F nanofarad
pfarad s-4 F picofarad
ffarad s-5 F femtofarad
henry s H henry
mhenry s-1 H millihenry
µhenry s-2 H microhenry
lumens s Lm lumens
# Flow
flowgpm f gpm gallons per minute
flowcms f cms cubic meters per second
flowcfs f cfs cubic feet per second
flowcfm f cfm cubic feet per minute
litreh f L/h litre per hour
flowlpm f L/min litre per minute
flowmlpm f mL/min millilitre per minute
lux f lux lux
# Force
forceNm s Nm newton-meters
forcekNm s1 Nm kilonewton-meters
forceN s N newtons
forcekN s1 N kilonewtons
# Hash rate
Hs s H/s hashes per second
KHs s1 H/s kilohashes per second
MHs s2 H/s megahashes per second
GHs s3 H/s gigahashes per second
THs s4 H/s terahashes per second
PHs s5 H/s petahashes per second
EHs s6 H/s exahashes per second
# Mass
massmg s-1 g milligram
massg s g gram
masslb f lb pound
masskg s1 g kilogram
masst f t metric ton
# Length
lengthmm s-1 m millimeter
lengthcm f cm centimeter
lengthin f in inch
lengthft f ft feet
lengthm s m meter
lengthkm s1 m kilometer
lengthmi f mi mile
# Pressure
pressurembar s-1 bar millibars
pressurebar s bar bars
pressurekbar s1 bar kilobars
pressurepa s Pa pascals
pressurehpa f hPa hectopascals
pressurekpa f kPa kilopascals
pressurehg f "Hg inches of mercury
pressurepsi x - psi
# Radiation
radbq s Bq becquerel
radci s Ci curie
radgy s Gy gray
radrad s rad rad
radsv s Sv sievert
radmsv s-1 Sv millisievert
radusv s-2 Sv microsievert
radrem s rem rem
radexpckg s C/kg exposure
radr s R roentgen
radsvh s Sv/h sievert per hour
radmsvh s-1 Sv/h millisievert per hour
radusvh s-2 Sv/h microsievert per hour
# Rotational Speed
rotrpm f rpm revolutions per minute
rothz s Hz hertz
rotkhz s1 Hz kilohertz
rotmhz s2 Hz megahertz
rotghz s3 Hz gigahertz
rotrads f rad/s radians per second
rotdegs f °/s degrees per second
# Temperature
celsius f °C celsius
fahrenheit f °F fahrenheit
kelvin f K kelvin
# Time
hertz s Hz hertz
ns x - nanoseconds
µs x - microseconds
ms x - milliseconds
s x - seconds
m x - minutes
h x - hours
d x - days
dtdurationms x - duration in words (ms)
dtdurations x - duration in words (s)
dthms x - duration hh:mm:ss (s)
dtdhms x - duration d hh:mm:ss (s)
timeticks x - timeticks (s/100)
clockms x - clock (ms)
clocks x - clock (s)
# Throughput
cps n c/s counts per second
ops n ops/s ops per second
reqps n req/s requests per second
rps n rd/s reads per second
wps n wr/s writes per second
iops n io/s I/O ops per second
eps n evt/s events per second
mps n msg/s messages per second
recps n rec/s records per second
rowsps n rows/s rows per second
cpm n c/m counts per minute
opm n ops/m ops per minute
reqpm n req/m requests per minute
rpm n rd/m reads per minute
wpm n wr/m writes per minute
epm n evts/m events per minute
mpm n msgs/m messages per minute
recpm n rec/m records per minute
rowspm n rows/m rows per minute
# Velocity
velocityms f m/s meters/second
velocitykmh f km/h kilometers per hour
velocitymph f mph miles per hour
velocityknot f kn knot
# Volume
mlitre s-1 L millilitre
litre s L litre
m3 f m³ cubic meter
Nm3 f Nm³ normal cubic meter
dm3 f dm³ cubic decimeter
gallons f gal gallons
# Boolean
bool x - true / false
bool_yes_no x - yes / no
bool_on_off x - on / off
`;
