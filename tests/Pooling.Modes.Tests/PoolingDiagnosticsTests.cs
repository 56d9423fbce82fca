using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using Pooling.Diagnostics;

namespace Pooling.Modes;

public class PoolingDiagnosticsTests
{
    [Fact]
    public void Mode_OfAProcessWithoutSettings_IsOff()
    {
        Assert.Equal(PoolingMode.Off, PoolingDiagnostics.Mode);
        Assert.Equal(128, PoolingDiagnostics.LeakInterval);
    }

    [Fact]
    public void Mode_SetToNoMode_Throws() =>
        Assert.Throws<InvalidEnumArgumentException>(static () => PoolingDiagnostics.Mode = (PoolingMode)3);

    [Fact]
    public void LeakInterval_BelowOne_Throws() =>
        Assert.Throws<ArgumentOutOfRangeException>(static () => PoolingDiagnostics.LeakInterval = 0);

    /// <summary>Checks a thread that asks for the interval the first time while another one sets it.</summary>
    [Fact]
    public void LeakInterval_SetDuringTheFirstRead_IsKept()
    {
        const string Property = "Pooling.Diagnostics.LeakInterval";
        FieldInfo field =
            typeof(PoolingDiagnostics).GetField("s_leakInterval", BindingFlags.NonPublic | BindingFlags.Static)!;
        AppContext.SetData(Property, new string('0', 4_000_000) + "5"); // takes milliseconds to read
        try
        {
            for (int i = 0; i < 10; i++)
            {
                field.SetValue(null, 0); // as in a process that has not asked yet
                using var asks = new ManualResetEventSlim();
                var asking = new Thread(() =>
                {
                    asks.Set();
                    _ = PoolingDiagnostics.LeakInterval;
                });
                asking.Start();
                asks.Wait();
                Thread.SpinWait(1_000);
                PoolingDiagnostics.LeakInterval = 1;
                asking.Join();
                Assert.Equal(1, PoolingDiagnostics.LeakInterval);
            }
        }
        finally
        {
            AppContext.SetData(Property, null);
            field.SetValue(null, 0);
        }
    }

    [Theory]
    [InlineData("Version", null, "Version 128")]
    [InlineData("leaks", "1", "Leaks 1")]
    [InlineData("Off", "0", "Off 128")]
    [InlineData("Everything", "-1", "Off 128")]
    [InlineData("2", "many", "Off 128")]
    [InlineData("", "", "Off 128")]
    public void Mode_OfTheEnvironment_IsReadAtTheStart(string mode, string? interval, string expected)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["-class", typeof(StartOfProcessTests).FullName!, "-noColor"])
        {
            RedirectStandardOutput = true,
        };
        start.Environment["POOLING_DIAGNOSTICS_MODE"] = mode;
        start.Environment["POOLING_DIAGNOSTICS_LEAK_INTERVAL"] = interval;
        start.Environment[StartOfProcessTests.Expected] = expected;
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();

        Assert.True(process.ExitCode == 0, output);
        Assert.Contains("Total: 1", output, StringComparison.Ordinal);
    }
}
