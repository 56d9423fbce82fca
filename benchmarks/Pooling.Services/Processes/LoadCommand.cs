using System.Text.Json;
using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>The process of a load: connects, describes the answers, warms up, and runs when it gets a
/// line.</summary>
internal static class LoadCommand
{
    public static async Task RunAsync(ServiceCase service, string address, double rate, double warmUp, double seconds)
    {
        using Load load = service.CreateLoad();
        Console.WriteLine(await load.ConnectAsync(address));
        load.Run(rate, warmUp);
        Console.WriteLine("warm");
        Console.ReadLine();
        LoadResult result = load.Run(rate, seconds);
        Console.WriteLine(JsonSerializer.Serialize(result));
        Console.ReadLine(); // stays connected until the service was asked
    }
}
