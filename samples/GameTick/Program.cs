using System.Globalization;
using System.Net.Sockets;
using Pooling.Samples.GameTick;

const int Players = 100;
const int WarmUpTicks = 200;
const int Rounds = 7;
const int TicksPerRound = 20;
const int TicksPerSecond = 30;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    var limits = new GameLimits { FirstFrame = TimeSpan.FromMinutes(1) }; // some bots wait while others play
    await using var plain = new PlainServer(limits);
    await using var pooled = new PooledServer(limits);
    using var plainBots = new Bots();
    using var pooledBots = new Bots();
    plain.Start();
    pooled.Start();
    plainBots.Connect(plain.EndPoint, Players);
    pooledBots.Connect(pooled.EndPoint, Players);

    plainBots.Play(plain, WarmUpTicks);
    pooledBots.Play(pooled, WarmUpTicks);
    RequireSameStates();
    Console.WriteLine($"{Players} players, {WarmUpTicks} ticks: both ways sent the same states, byte for byte.");

    (double Bytes, double Microseconds)[] medians = Measure.Run(
        Rounds, TicksPerRound, ticks => plainBots.Play(plain, ticks), ticks => pooledBots.Play(pooled, ticks));
    RequireSameStates();

    using (var stopping = new CancellationTokenSource())
    {
        Task ticking = pooled.RunAsync(TimeSpan.FromSeconds(1) / TicksPerSecond, stopping.Token);
        pooledBots.Follow(TicksPerSecond);
        await stopping.CancelAsync();
        await ticking.ContinueWith(static _ => { }, TaskScheduler.Default);
        Console.WriteLine($"{TicksPerSecond} ticks by the clock, {TicksPerSecond} a second: every player received each of them.");
    }

    Console.WriteLine();
    Console.WriteLine($"{"way",-8}{"bytes/tick",12}{"us/tick",12}");
    Console.WriteLine($"{"plain",-8}{medians[0].Bytes,12:N0}{medians[0].Microseconds,12:N0}");
    Console.WriteLine($"{"pooled",-8}{medians[1].Bytes,12:N0}{medians[1].Microseconds,12:N0}");
    Console.WriteLine();
    Console.WriteLine("What to copy: PooledServer.cs, with GameServer.cs, GameLimits.cs, Player.cs and Move.cs.");
    return 0;

    void RequireSameStates()
    {
        if (plainBots.StatesHash != pooledBots.StatesHash)
            throw new InvalidDataException("The two ways sent different states.");
    }
}
catch (Exception wrong) when (wrong is InvalidDataException or IOException or SocketException)
{
    Console.Error.WriteLine($"GameTick: {wrong.Message}");
    return 1;
}
