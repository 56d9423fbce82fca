using System.Runtime.InteropServices;

namespace Pooling.Samples;

/// <summary>Turns Ctrl+C and a request to terminate into a cancellation, so that the program can remove its files before it ends.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    public Interruption()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Cancel);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Cancel);
    }

    public CancellationToken Token => _cancellation.Token;

    public void Dispose()
    {
        _terminate.Dispose();
        _interrupt.Dispose();
        _cancellation.Dispose();
    }

    private void Cancel(PosixSignalContext context)
    {
        context.Cancel = true;
        _cancellation.Cancel();
    }
}
