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
        Comparison comparison = await Comparison.RunAsync(
            Rounds,
            (isPooled, isLast) => RunAsync(service, isPooled, ServiceSetting.FixedRate, isLast ? s_idle : null));
        (IReadOnlyList<RunResult> plain, IReadOnlyList<RunResult> pooled) = comparison;

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

        if (service.Request is not null && WrkRun.IsInstalled)
            await AddWrkAsync(service, results);

        return new ServiceResult(
            service, conditions, comparison.Answers, await plain[^1].Idle!, await pooled[^1].Idle!, results);
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

    /// <summary>Adds what <c>wrk</c> measures of both ways, or nothing if it fails.</summary>
    private static async Task AddWrkAsync(ServiceCase service, List<SettingResult> results)
    {
        try
        {
            RunResult plain = await WrkRun.RunAsync(service, isPooled: false, (int)Seconds);
            RunResult pooled = await WrkRun.RunAsync(service, isPooled: true, (int)Seconds);
            Print(WrkRun.Setting, isPooled: false, plain);
            Print(WrkRun.Setting, isPooled: true, pooled);
            results.Add(SettingResult.Of(WrkRun.Setting, "plain", [plain]));
            results.Add(SettingResult.Of(WrkRun.Setting, "pooled", [pooled]));
        }
        catch (InvalidDataException exception)
        {
            Console.WriteLine($"  {WrkRun.Setting.Name}: {exception.Message}");
        }
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
