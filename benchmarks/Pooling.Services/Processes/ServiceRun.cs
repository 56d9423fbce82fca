using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>One way of a service in a process of its own, with a load process beside it.</summary>
internal sealed class ServiceRun : IDisposable
{
    private readonly ServiceCase _service;
    private readonly ChildProcess _server;
    private readonly ChildProcess _load;
    private readonly string _answers;

    private ServiceRun(ServiceCase service, ChildProcess server, ChildProcess load, string answers) =>
        (_service, _server, _load, _answers) = (service, server, load, answers);

    /// <summary>Starts both processes, and waits until the service is warm.</summary>
    /// <param name="service">The service.</param>
    /// <param name="isPooled">Whether it is the pooled way.</param>
    /// <param name="setting">The setting.</param>
    /// <param name="warmUp">The seconds of the load before the measurement.</param>
    /// <param name="seconds">The seconds of a measurement.</param>
    public static async Task<ServiceRun> StartAsync(
        ServiceCase service, bool isPooled, ServiceSetting setting, double warmUp, double seconds)
    {
        var server = new ChildProcess(
            setting.IsPinned ? 0 : null, setting.Environment, "serve", service.Name, isPooled ? "pooled" : "plain");
        ChildProcess? load = null;
        try
        {
            string address = await server.ReadAsync();
            load = new ChildProcess(
                setting.IsPinned ? 1 : null, ServiceSetting.FixedRate.Environment, "load", service.Name, address,
                Text(setting.IsSaturated ? 0 : service.Rate), Text(warmUp), Text(seconds));
            string answers = await load.ReadAsync();
            await load.ReadAsync(); // it is warm
            return new ServiceRun(service, server, load, answers);
        }
        catch
        {
            load?.Dispose();
            server.Dispose();
            throw;
        }
    }

    /// <summary>Measures the service under its load.</summary>
    public async Task<RunResult> MeasureAsync()
    {
        await _server.AskAsync<Snapshot>(); // what the first answer takes is not the service's
        var before = await _server.AskAsync<Snapshot>();
        var seen = await _load.AskAsync<LoadResult>();
        return RunResult.Of(_service, _answers, seen, before, await _server.AskAsync<Snapshot>());
    }

    /// <summary>Ends the load, reads the working set of the service after a time, and ends the service.</summary>
    /// <returns>The working set in MB.</returns>
    public async Task<double> EndAsync(TimeSpan time)
    {
        using (_server)
        {
            _load.Dispose();
            await Task.Delay(time);
            return (await _server.AskAsync<Snapshot>()).WorkingSet;
        }
    }

    public void Dispose()
    {
        _load.Dispose();
        _server.Dispose();
    }

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
