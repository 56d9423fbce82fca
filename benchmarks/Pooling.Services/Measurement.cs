using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Measures services: at a fixed rate in turns, and once with each other setting.</summary>
internal static class Measurement
{
    private const int Rounds = 5;
    private const double Seconds = 4;

    private static readonly TimeSpan s_idle = TimeSpan.FromMinutes(1);

    public static async Task<int> RunAsync(ServiceCase[] services, string? file)
    {
        int failed = 0;
        foreach (ServiceCase service in services)
        {
            try
            {
                ServiceResult result = await MeasureAsync(service);
                if (file is not null)
                    ServiceFile.Write(file, result);
            }
            catch (InvalidDataException exception)
            {
                failed++;
                Console.WriteLine($"FAIL {service.Name}: {exception.Message}");
            }
        }

        return failed == 0 ? 0 : 1;
    }

    private static async Task<ServiceResult> MeasureAsync(ServiceCase service)
    {
        RunConditions conditions = ConditionsReader.Read(typeof(Measurement).Assembly);
        Console.WriteLine($"{service.Service}: {service.Title}");
        List<RunResult> plain = [], pooled = [];
        for (int round = 1; round <= Rounds; round++)
        {
            TimeSpan? idle = round == Rounds ? s_idle : null;
            bool[] ways = round % 2 == 1 ? [false, true] : [true, false]; // neither is always the first
            foreach (bool isPooled in ways)
                (isPooled ? pooled : plain).Add(await RunAsync(service, isPooled, ServiceSetting.FixedRate, idle));
        }

        List<SettingResult> results =
        [
            SettingResult.Of(ServiceSetting.FixedRate, "plain", plain),
            SettingResult.Of(ServiceSetting.FixedRate, "pooled", pooled),
        ];
        foreach (ServiceSetting setting in ServiceSetting.Once)
        {
            results.Add(SettingResult.Of(setting, "plain", [await RunAsync(service, isPooled: false, setting)]));
            results.Add(SettingResult.Of(setting, "pooled", [await RunAsync(service, isPooled: true, setting)]));
        }

        if (plain.Concat(pooled).Select(static run => run.Answers).Distinct().Count() > 1)
            throw new InvalidDataException("The two ways give different answers.");

        return new ServiceResult(
            service, conditions, plain[0].Answers, await plain[^1].Idle!, await pooled[^1].Idle!, results);
    }

    private static async Task<RunResult> RunAsync(
        ServiceCase service, bool isPooled, ServiceSetting setting, TimeSpan? idle = null)
    {
        double warmUp = setting.IsNew ? 0.1 : service.WarmUp; // seconds; the first is as little as a load can run
        RunResult run = await ServiceRun.RunAsync(service, isPooled, setting, warmUp, Seconds, idle);
        string way = isPooled ? "pooled" : "plain";
        string latency = string.Join(" / ", run.Latency.Select(static time => $"{time / 1000:0.00}"));
        Console.WriteLine(
            $"  {setting.Name,-12} {way,-6} {run.Rate,10:N0}/s {run.Cpu,9:0.00} us {run.Bytes,9:N0} B, {latency} ms, "
            + $"{string.Join('/', run.Collections.Select(static count => $"{count:0}"))} collections and "
            + $"{run.Pause:0} ms pause a minute, {run.Peak:0} MB{(run.IsServerGc ? ", server GC" : "")}");
        return run;
    }
}
