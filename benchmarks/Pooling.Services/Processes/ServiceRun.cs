using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>A run of a service in a process of its own, with a load process beside it.</summary>
internal static class ServiceRun
{
    private static readonly Dictionary<string, string> s_default = [];

    /// <param name="service">The service.</param>
    /// <param name="isPooled">Whether it is the pooled way.</param>
    /// <param name="setting">The setting.</param>
    /// <param name="warmUp">The seconds of the load before the measurement.</param>
    /// <param name="seconds">The seconds of the measurement.</param>
    /// <param name="idle">The time after the load at which the working set is read again, in the background;
    /// <see langword="null"/> for never.</param>
    public static async Task<RunResult> RunAsync(
        ServiceCase service, bool isPooled, ServiceSetting setting, double warmUp, double seconds,
        TimeSpan? idle = null)
    {
        var server = new ChildProcess(
            setting.IsPinned ? 0 : null, setting.Environment, "serve", service.Name, isPooled ? "pooled" : "plain");
        bool isIdle = false;
        try
        {
            RunResult result = await MeasureAsync(service, server, setting, warmUp, seconds);
            if (idle is { } time)
            {
                result = result with { Idle = ReadIdleAsync(server, time) };
                isIdle = true;
            }

            return result;
        }
        finally
        {
            if (!isIdle)
                server.Dispose();
        }
    }

    private static async Task<RunResult> MeasureAsync(
        ServiceCase service, ChildProcess server, ServiceSetting setting, double warmUp, double seconds)
    {
        string address = await server.ReadAsync();
        using var load = new ChildProcess(
            setting.IsPinned ? 1 : null, s_default, "load", service.Name, address,
            Text(setting.IsSaturated ? 0 : service.Rate), Text(warmUp), Text(seconds));
        string answers = await load.ReadAsync();
        await load.ReadAsync(); // it is warm
        var before = await server.AskAsync<Snapshot>();
        var seen = await load.AskAsync<LoadResult>();
        return RunResult.Of(service, answers, seen, before, await server.AskAsync<Snapshot>());
    }

    private static async Task<double> ReadIdleAsync(ChildProcess server, TimeSpan time)
    {
        using (server)
        {
            await Task.Delay(time);
            return (await server.AskAsync<Snapshot>()).WorkingSet;
        }
    }

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
