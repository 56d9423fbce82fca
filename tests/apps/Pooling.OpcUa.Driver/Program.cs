using System.Globalization;
using Pooling.OpcUa.Driver;

// Controls a client of the sample by lines of JSON on the standard input, for checks that are not written in .NET.
// usage: --url <url> [--buffer <bytes of a chunk>] [--republish <seconds>]
if (Array.IndexOf(args, "--url") is not (>= 0 and var url) || url + 1 == args.Length)
{
    Console.Error.WriteLine("usage: --url <url> [--buffer <bytes of a chunk>] [--republish <seconds>]");
    return 2;
}

int buffer = Number("--buffer", otherwise: 65_535);
var republish = TimeSpan.FromSeconds(Number("--republish", otherwise: 60));
await using var client = new DrivenClient(args[url + 1], buffer, republish);
await new StepReader(client).RunAsync(Console.In, Console.Out);
return 0;

int Number(string option, int otherwise) =>
    Array.IndexOf(args, option) is >= 0 and var at ? int.Parse(args[at + 1], CultureInfo.InvariantCulture) : otherwise;
