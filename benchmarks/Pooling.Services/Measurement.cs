using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Measures services: at a fixed rate and at saturation in turns, and once with each other
/// setting.</summary>
internal static class Measurement
{
    private const int Rounds = 5;
    private const int BusyRounds = 3;
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
        Comparison fixedRate = await Comparison.RunAsync(
            Rounds,
            (isPooled, isLast) => RunAsync(service, isPooled, ServiceSetting.FixedRate, isLast ? s_idle : null));
        List<SettingResult> results = [];
        Add(results, ServiceSetting.FixedRate, fixedRate);
        Add(results, ServiceSetting.Saturation, await Comparison.RunAsync(
            BusyRounds, (isPooled, _) => RunAsync(service, isPooled, ServiceSetting.Saturation)));
        double plainIdle = await fixedRate.Plain[^1].Idle!, pooledIdle = await fixedRate.Pooled[^1].Idle!;

        ServiceSetting[] once = [ServiceSetting.FirstSeconds, .. service.HasAllSettings ? ServiceSetting.ForSome : []];
        foreach (ServiceSetting setting in once)
            Add(results, setting, await Comparison.RunAsync(1, (isPooled, _) => RunAsync(service, isPooled, setting)));

        if (service.Request is not null && WrkRun.IsInstalled)
        {
            Add(results, WrkRun.Setting, await Comparison.RunAsync(1, async (isPooled, _) =>
            {
                RunResult run = await WrkRun.RunAsync(service, isPooled, (int)Seconds);
                Print(WrkRun.Setting, isPooled, run);
                return run;
            }));
        }

        return new ServiceResult(service, conditions, fixedRate.Answers, plainIdle, pooledIdle, results);
    }

    private static void Add(List<SettingResult> results, ServiceSetting setting, Comparison runs)
    {
        results.Add(SettingResult.Of(setting, "plain", runs.Plain));
        results.Add(SettingResult.Of(setting, "pooled", runs.Pooled));
    }

    private static async Task<RunResult> RunAsync(
        ServiceCase service, bool isPooled, ServiceSetting setting, TimeSpan? idle = null)
    {
        double warmUp = setting.IsNew ? 0.1 : service.WarmUp; // seconds; the first is as little as a load can run
        ServiceRun processes = await ServiceRun.StartAsync(service, isPooled, setting, warmUp, Seconds);
        RunResult run;
        Task<double>? memory = null;
        try
        {
            run = await processes.MeasureAsync();
            if (run.IsServerGc != setting.IsServerGc)
                throw new InvalidDataException("The service has not the collector that was asked for.");

            memory = idle is { } time ? processes.EndAsync(time) : null;
        }
        finally
        {
            if (memory is null)
                processes.Dispose();
        }

        Print(setting, isPooled, run);
        return run with { Idle = memory };
    }

    private static void Print(ServiceSetting setting, bool isPooled, RunResult run)
    {
        string way = isPooled ? "pooled" : "plain";
        string latency = string.Join(" / ", run.Latency.Select(static time => $"{time / 1000:0.00}"));
        Console.WriteLine(
            $"  {setting.Name,-12} {way,-6} {run.Rate,10:N0}/s {run.Cpu,9:0.00} us {run.Bytes,9:N0} B, {latency} ms, "
            + $"{string.Join('/', run.Collections.Select(static count => $"{count:0}"))} collections and "
            + $"{run.Pause:0} ms pause a minute, {run.Peak:0} MB{(run.IsServerGc ? ", server GC" : "")}");
    }
}
