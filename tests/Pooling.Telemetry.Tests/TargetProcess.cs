using System.Diagnostics;

namespace Pooling.Telemetry;

/// <summary>Another process that uses pools of one name.</summary>
internal sealed class TargetProcess : IDisposable
{
    private readonly Process _process;

    private TargetProcess(Process process) => _process = process;

    internal int Id => _process.Id;

    /// <summary>Starts the process, and waits until it has pools.</summary>
    internal static async Task<TargetProcess> StartAsync(string pool)
    {
        var target = new TargetProcess(Start("watch", pool));
        Assert.Equal("ready", await target.ReadLineAsync());
        return target;
    }

    /// <summary>Has the process work once.</summary>
    internal async Task RunAsync()
    {
        await _process.StandardInput.WriteLineAsync();
        await _process.StandardInput.FlushAsync();
        Assert.Equal("ready", await ReadLineAsync());
    }

    /// <summary>Starts the program with arguments of its own.</summary>
    internal static Process Start(params string[] arguments) => StartDotnet([PathOf("dll"), .. arguments]);

    /// <summary>Starts the program with settings of the runtime in a file.</summary>
    internal static Process StartWith(string runtimeConfiguration, params string[] arguments) =>
        StartDotnet(["exec", "--runtimeconfig", runtimeConfiguration, PathOf("dll"), .. arguments]);

    /// <summary>Returns the path of a file of the program.</summary>
    internal static string PathOf(string extension) =>
        Path.Combine(AppContext.BaseDirectory, $"{typeof(Workload).Assembly.GetName().Name}.{extension}");

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }

    private static Process StartDotnet(string[] arguments) => Process.Start(new ProcessStartInfo("dotnet", arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
    })!;

    private async Task<string?> ReadLineAsync() => await _process.StandardOutput.ReadLineAsync().WaitAsync(Wait.Limit);
}
