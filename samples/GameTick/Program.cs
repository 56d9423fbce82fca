using System.Globalization;
using Pooling.Samples.GameTick;

const int Players = 100;
const int WarmUpTicks = 150;
const int Rounds = 9;
const int TicksPerRound = 60;

await using var plain = new PlainServer();
await using var pooled = new PooledServer();
plain.Start();
pooled.Start();
try
{
    using var plainBots = new Bots(plain.EndPoint, Players);
    using var pooledBots = new Bots(pooled.EndPoint, Players);
    plainBots.Play(plain, WarmUpTicks);
    pooledBots.Play(pooled, WarmUpTicks);
    if (plainBots.StatesHash != pooledBots.StatesHash)
        throw new InvalidDataException("The two ways sent different states.");

    Console.WriteLine($"{Players} players, {WarmUpTicks} ticks: both ways sent the same states, byte for byte");
    (double Bytes, double Microseconds)[] results = Measure.Run(
        Rounds, TicksPerRound, ticks => plainBots.Play(plain, ticks), ticks => pooledBots.Play(pooled, ticks));
    foreach ((string way, (double bytes, double time)) in new[] { "plain", "pooled" }.Zip(results))
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{way,-8} {bytes,12:N0} {time,12:N0}"));

    return 0;
}
catch (InvalidDataException wrong)
{
    Console.Error.WriteLine($"GameTick: {wrong.Message}");
    return 1;
}
