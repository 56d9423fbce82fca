using System.Text.Json;
using Pooling.Services.Hosts;

namespace Pooling.Services.Processes;

/// <summary>The process of a service: says where it is, and answers each line with what it has used.</summary>
internal static class ServeCommand
{
    public static async Task RunAsync(ServiceCase service, bool isPooled)
    {
        RunningHost host = await service.StartAsync(isPooled);
        await using (host.Server)
        {
            Console.WriteLine(host.Address);

            // Reading blocks, and with one processor the pool has one thread.
            await Task.Factory.StartNew(
                Answer, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }
    }

    private static void Answer()
    {
        while (Console.ReadLine() is not null)
            Console.WriteLine(JsonSerializer.Serialize(Snapshot.Take()));
    }
}
