using System.Text.Json;
using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Measures both ways of one service a few times at the fixed rate, and writes the figures as JSON. The two
/// run beside each other, so that each is warm, and take turns. The Tour starts it.</summary>
internal static class CompareCommand
{
    /// <param name="service">The service.</param>
    /// <param name="rounds">The number of measurements of each way.</param>
    /// <param name="warmUp">The part of the service's usual warm-up.</param>
    /// <param name="seconds">The seconds of a measurement.</param>
    public static async Task<int> RunAsync(ServiceCase service, int rounds, double warmUp, double seconds)
    {
        try
        {
            Comparison comparison = await RunAsync(rounds, Start(isPooled: false), Start(isPooled: true));
            Console.WriteLine(JsonSerializer.Serialize(
                new
                {
                    service.Title,
                    service.Message,
                    FixedRate = service.Rate * service.PerPacket,
                    service.PlainCode,
                    service.PooledCode,
                    comparison.Answers,
                    comparison.Plain,
                    comparison.Pooled,
                }));
            return 0;
        }
        catch (InvalidDataException exception)
        {
            Console.Error.WriteLine(exception.Message);
            return 1;
        }

        Task<ServiceRun> Start(bool isPooled) =>
            ServiceRun.StartAsync(service, isPooled, ServiceSetting.FixedRate, warmUp * service.WarmUp, seconds);
    }

    private static async Task<Comparison> RunAsync(int rounds, Task<ServiceRun> plain, Task<ServiceRun> pooled)
    {
        try
        {
            await Task.WhenAll(plain, pooled);
            return await Comparison.RunAsync(
                rounds, async (isPooled, _) => await (await (isPooled ? pooled : plain)).MeasureAsync());
        }
        finally
        {
            foreach (Task<ServiceRun> run in (Task<ServiceRun>[])[plain, pooled])
            {
                if (run.IsCompletedSuccessfully)
                    (await run).Dispose();
            }
        }
    }
}
