/**
 * Names of all units by category, for pickers; apart from the formatters, which every page needs.
 */

export interface UnitGroup {
  name: string;
  units: { id: string; name: string }[];
}

export function unitCatalogue(): UnitGroup[] {
  const groups: UnitGroup[] = [];
  for (const line of NAMES.trim().split('\n')) {
    const space = line.indexOf(' ');
    const [first, rest] = [line.slice(0, space), line.slice(space + 1)];
    if (first === '#') groups.push({ name: rest, units: [] });
    else groups.at(-1)?.units.push({ id: first, name: rest });
  }
  return groups;
}

/** A line with `#` starts a category, every other is `id name`. */
const NAMES = `
# Misc
none number
string string
short short (K, Mil, Bil)
sishort short (k, M, G)
percent percent (0 to 100)
percentunit percent (0.0 to 1.0)
humidity humidity
dB decibel
candela candela
hex0x hexadecimal (0x)
hex hexadecimal
sci scientific notation
locale locale format
pixel pixels
# Acceleration
accMS2 meters/sec²
accFS2 feet/sec²
accG g unit
# Angle
degree degrees
radian radians
grad gradian
arcmin arc minutes
arcsec arc seconds
# Area
areaM2 square meters
areaF2 square feet
areaMI2 square miles
acres acres
hectares hectares
# Computation
flops FLOP per second
mflops MFLOP per second
gflops GFLOP per second
tflops TFLOP per second
pflops PFLOP per second
eflops EFLOP per second
zflops ZFLOP per second
yflops YFLOP per second
# Concentration
ppm parts-per-million
conppb parts-per-billion
conngm3 nanogram per cubic meter
conngNm3 nanogram per normal cubic meter
conμgm3 microgram per cubic meter
conμgNm3 microgram per normal cubic meter
conmgm3 milligram per cubic meter
conmgNm3 milligram per normal cubic meter
congm3 gram per cubic meter
congNm3 gram per normal cubic meter
conmgdL milligrams per decilitre
conmmolL millimoles per litre
# Currency
currencyUSD Dollars
currencyGBP Pounds
currencyEUR Euro
currencyJPY Yen
currencyRUB Rubles
currencyUAH Hryvnias
currencyBRL Real
currencyDKK Danish Krone
currencyISK Icelandic Króna
currencyNOK Norwegian Krone
currencySEK Swedish Krona
currencyCZK Czech koruna
currencyCHF Swiss franc
currencyPLN Polish Złoty
currencyBTC Bitcoin
currencymBTC Milli Bitcoin
currencyμBTC Micro Bitcoin
currencyZAR South African Rand
currencyINR Indian Rupee
currencyKRW South Korean Won
currencyIDR Indonesian Rupiah
currencyPHP Philippine Peso
currencyVND Vietnamese Dong
currencyTRY Turkish Lira
currencyMYR Malaysian Ringgit
currencyXPF CFP franc
currencyBGN Bulgarian Lev
currencyPYG Guaraní
currencyUYU Uruguay Peso
currencyILS Israeli New Shekels
# Data
bytes bytes (IEC)
decbytes bytes (SI)
bits bits (IEC)
decbits bits (SI)
kbytes kibibytes
deckbytes kilobytes
mbytes mebibytes
decmbytes megabytes
gbytes gibibytes
decgbytes gigabytes
tbytes tebibytes
dectbytes terabytes
pbytes pebibytes
decpbytes petabytes
# Data rate
pps packets per second
binBps bytes per second (IEC)
Bps bytes per second (SI)
binbps bits per second (IEC)
bps bits per second (SI)
KiBs kibibytes per second
Kibits kibibits per second
KBs kilobytes per second
Kbits kilobits per second
MiBs mebibytes per second
Mibits mebibits per second
MBs megabytes per second
Mbits megabits per second
GiBs gibibytes per second
Gibits gibibits per second
GBs gigabytes per second
Gbits gigabits per second
TiBs tebibytes per second
Tibits tebibits per second
TBs terabytes per second
Tbits terabits per second
PiBs pebibytes per second
Pibits pebibits per second
PBs petabytes per second
Pbits petabits per second
# Date & time
dateTimeAsIso ISO
dateTimeAsIsoNoDateIfToday ISO, without the date if today
dateTimeAsUS US
dateTimeAsUSNoDateIfToday US, without the date if today
dateTimeAsLocal local
dateTimeAsLocalNoDateIfToday local, without the date if today
dateTimeAsSystem default
dateTimeFromNow from now
# Energy
watt watt
kwatt kilowatt
megwatt megawatt
gwatt gigawatt
mwatt milliwatt
Wm2 watt per square meter
voltamp volt-ampere
kvoltamp kilovolt-ampere
voltampreact volt-ampere reactive
kvoltampreact kilovolt-ampere reactive
watth watt-hour
watthperkg watt-hour per kilogram
kwatth kilowatt-hour
kwattm kilowatt-minute
mwatth megawatt-hour
amph ampere-hour
kamph kiloampere-hour
mamph milliampere-hour
joule joule
ev electron volt
amp ampere
kamp kiloampere
mamp milliampere
volt volt
kvolt kilovolt
mvolt millivolt
dBm decibel-milliwatt
mohm milliohm
ohm ohm
kohm kiloohm
Mohm megaohm
farad farad
µfarad microfarad
nfarad nanofarad
pfarad picofarad
ffarad femtofarad
henry henry
mhenry millihenry
µhenry microhenry
lumens lumens
# Flow
flowgpm gallons per minute
flowcms cubic meters per second
flowcfs cubic feet per second
flowcfm cubic feet per minute
litreh litre per hour
flowlpm litre per minute
flowmlpm millilitre per minute
lux lux
# Force
forceNm newton-meters
forcekNm kilonewton-meters
forceN newtons
forcekN kilonewtons
# Hash rate
Hs hashes per second
KHs kilohashes per second
MHs megahashes per second
GHs gigahashes per second
THs terahashes per second
PHs petahashes per second
EHs exahashes per second
# Mass
massmg milligram
massg gram
masslb pound
masskg kilogram
masst metric ton
# Length
lengthmm millimeter
lengthcm centimeter
lengthin inch
lengthft feet
lengthm meter
lengthkm kilometer
lengthmi mile
# Pressure
pressurembar millibars
pressurebar bars
pressurekbar kilobars
pressurepa pascals
pressurehpa hectopascals
pressurekpa kilopascals
pressurehg inches of mercury
pressurepsi psi
# Radiation
radbq becquerel
radci curie
radgy gray
radrad rad
radsv sievert
radmsv millisievert
radusv microsievert
radrem rem
radexpckg exposure
radr roentgen
radsvh sievert per hour
radmsvh millisievert per hour
radusvh microsievert per hour
# Rotational Speed
rotrpm revolutions per minute
rothz hertz
rotkhz kilohertz
rotmhz megahertz
rotghz gigahertz
rotrads radians per second
rotdegs degrees per second
# Temperature
celsius celsius
fahrenheit fahrenheit
kelvin kelvin
# Time
hertz hertz
ns nanoseconds
µs microseconds
ms milliseconds
s seconds
m minutes
h hours
d days
dtdurationms duration in words (ms)
dtdurations duration in words (s)
dthms duration hh:mm:ss (s)
dtdhms duration d hh:mm:ss (s)
timeticks timeticks (s/100)
clockms clock (ms)
clocks clock (s)
# Throughput
cps counts per second
ops ops per second
reqps requests per second
rps reads per second
wps writes per second
iops I/O ops per second
eps events per second
mps messages per second
recps records per second
rowsps rows per second
cpm counts per minute
opm ops per minute
reqpm requests per minute
rpm reads per minute
wpm writes per minute
epm events per minute
mpm messages per minute
recpm records per minute
rowspm rows per minute
# Velocity
velocityms meters/second
velocitykmh kilometers per hour
velocitymph miles per hour
velocityknot knot
# Volume
mlitre millilitre
litre litre
m3 cubic meter
Nm3 normal cubic meter
dm3 cubic decimeter
gallons gallons
# Boolean
bool true / false
bool_yes_no yes / no
bool_on_off on / off
`;
