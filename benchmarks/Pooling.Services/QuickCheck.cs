using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Checks that both ways give the same answers, and that the pooled one allocates no more than it may, and
/// less than the plain one. Says nothing about times.</summary>
internal static class QuickCheck
{
    // A measurement may be before the service is warm: on a busy machine, the runtime compiles late.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    public static async Task<int> RunAsync(ServiceCase[] services)
    {
        int failed = 0;
        foreach (ServiceCase service in services)
        {
            try
            {
                failed += await IsRightAsync(service) ? 0 : 1;
            }
            catch (InvalidDataException exception)
            {
                failed++;
                Console.WriteLine($"FAIL {service.Name,-10} {exception.Message}");
            }
        }

        Console.WriteLine($"{services.Length - failed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    private static async Task<bool> IsRightAsync(ServiceCase service)
    {
        using ServiceRun plainRun = await StartAsync(service, isPooled: false);
        using ServiceRun pooledRun = await StartAsync(service, isPooled: true);
        RunResult[] results;
        bool isSame, allocatesLess;
        long start = Stopwatch.GetTimestamp();
        do
        {
            results = await Task.WhenAll(plainRun.MeasureAsync(), pooledRun.MeasureAsync());
            isSame = results[0].Answers == results[1].Answers;
            allocatesLess = results[1].Bytes <= service.MaxBytes
                && (!service.AllocatesLess || results[1].Bytes < results[0].Bytes);
        }
        while (isSame && !allocatesLess && Stopwatch.GetElapsedTime(start) < s_patience);

        Console.WriteLine(
            $"{(isSame && allocatesLess ? "ok" : "FAIL"),-4} {service.Name,-10} {results[1].Answers}; B for each "
            + $"{service.Message}: plain {results[0].Bytes:N1}, pooled {results[1].Bytes:N1} of {service.MaxBytes:N0}");
        if (!isSame)
            Console.WriteLine($"     plain: {results[0].Answers}");

        return isSame && allocatesLess;
    }

    /// <summary>Starts one way. With few messages in a second, timers and connections would allocate more than they
    /// do; and of the OPC UA client's variables, not each would change.</summary>
    private static Task<ServiceRun> StartAsync(ServiceCase service, bool isPooled) => ServiceRun.StartAsync(
        service, isPooled, service.Rate is < 100 or > 10_000 ? ServiceSetting.Saturation : ServiceSetting.FixedRate,
        warmUp: 0.6, seconds: 0.8);
}
