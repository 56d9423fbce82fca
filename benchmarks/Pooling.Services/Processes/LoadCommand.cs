using System.Text.Json;
using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>The process of a load: connects, describes the answers, warms up, and runs for each
/// line that it gets.</summary>
internal static class LoadCommand
{
    public static async Task RunAsync(ServiceCase service, string address, double rate, double warmUp, double seconds)
    {
        using Load load = service.CreateLoad();
        Console.WriteLine(await load.ConnectAsync(address));

        // Sending blocks, and with one processor the pool has one thread, which receives.
        await Task.Factory.StartNew(
            () => Run(load, rate, warmUp, seconds), CancellationToken.None, TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }

    private static void Run(Load load, double rate, double warmUp, double seconds)
    {
        load.Run(rate, warmUp);
        Console.WriteLine("warm");
        while (Console.ReadLine() is not null) // stays connected until the service was asked
            Console.WriteLine(JsonSerializer.Serialize(load.Run(rate, seconds)));
    }
}
