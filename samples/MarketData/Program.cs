using System.Globalization;
using Pooling.Samples.MarketData;

const int Seed = 11;
const int Messages = 1000;
const int Rounds = 41;
const int WarmUp = 250;
string[] ways = ["plain", "kept", "pooled"];

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    int[] depths = [1, 5, 20, 100]; // the maximum number of levels of each side
    byte[][] feeds = [.. depths.Select(static depth => Feed.Encode(Seed, Messages, depth))];
    var kept = new KeptFeed();
    Market plainMarket = new(), keptMarket = new(), pooledMarket = new();
    for (int i = 0; i < WarmUp; i++)
    {
        foreach (byte[] feed in feeds)
        {
            if (PlainFeed.Handle(feed, plainMarket) + kept.Handle(feed, keptMarket) + PooledFeed.Handle(feed, pooledMarket) != 3 * Messages)
                throw new InvalidDataException("Messages are missing.");

            RequireSameTotals();
        }
    }

    Console.WriteLine("levels a side  way      bytes/message   ns/message");
    foreach ((int depth, byte[] feed) in depths.Zip(feeds))
    {
        (double Bytes, double Microseconds)[] medians = Measure.Run(
            Rounds,
            Messages,
            _ => PlainFeed.Handle(feed, plainMarket),
            _ => kept.Handle(feed, keptMarket),
            _ => PooledFeed.Handle(feed, pooledMarket));
        foreach ((string way, (double bytes, double microseconds)) in ways.Zip(medians))
            Console.WriteLine($"{$"0 to {depth}",-14} {way,-8} {bytes,13:N1} {1000 * microseconds,12:N1}");

        RequireSameTotals();
    }

    Console.WriteLine();
    Console.WriteLine($"All ways decoded the same {Messages:N0} messages. What to copy: PooledFeed.cs and SnapshotDecoder.cs.");
    return 0;

    void RequireSameTotals()
    {
        if (plainMarket.Totals != keptMarket.Totals || plainMarket.Totals != pooledMarket.Totals)
            throw new InvalidDataException("The ways have decoded different values.");
    }
}
catch (InvalidDataException wrong)
{
    Console.Error.WriteLine($"MarketData: {wrong.Message}");
    return 1;
}
