using Pooling.Diagnostics;

namespace Pooling.Modes;

/// <summary>Sets the mode of diagnostics, and the one before at the end of a test.</summary>
internal readonly struct ModeScope : IDisposable
{
    private readonly PoolingMode _mode = PoolingDiagnostics.Mode;
    private readonly int _interval = PoolingDiagnostics.LeakInterval;

    internal ModeScope(PoolingMode mode, int leakInterval = 1)
    {
        PoolingDiagnostics.LeakInterval = leakInterval;
        PoolingDiagnostics.Mode = mode;
    }

    public void Dispose()
    {
        PoolingDiagnostics.Mode = _mode;
        PoolingDiagnostics.LeakInterval = _interval;
    }
}
