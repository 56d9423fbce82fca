using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Checks that both ways give the same answers, and that the pooled one allocates no more than it may. Says
/// nothing about times.</summary>
internal static class QuickCheck
{
    public static async Task<int> RunAsync(ServiceCase[] services)
    {
        int failed = 0;
        foreach (ServiceCase service in services)
        {
            try
            {
                RunResult[] results = await Task.WhenAll(
                    RunAsync(service, isPooled: false), RunAsync(service, isPooled: true));
                bool isSame = results[0].Answers == results[1].Answers;
                bool isRight = isSame && results[1].Bytes <= service.MaxBytes;
                failed += isRight ? 0 : 1;
                Console.WriteLine(
                    $"{(isRight ? "ok" : "FAIL"),-4} {service.Name,-10} {results[1].Answers}; "
                    + $"B for each {service.Message}: plain {results[0].Bytes:N1}, pooled {results[1].Bytes:N1} of {service.MaxBytes:N0}");
                if (!isSame)
                    Console.WriteLine($"     plain: {results[0].Answers}");
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

    /// <summary>Runs one way. With few messages in a second, timers and connections would allocate more than they
    /// do.</summary>
    private static Task<RunResult> RunAsync(ServiceCase service, bool isPooled) => ServiceRun.MeasureAsync(
        service, isPooled, service.Rate < 100 ? ServiceSetting.Saturation : ServiceSetting.FixedRate,
        warmUp: 0.6, seconds: 0.8);
}
