using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>An awaitable that continues on a separate thread, never on the awaiting one.</summary>
internal readonly struct NewThread : INotifyCompletion
{
    public bool IsCompleted => false;

    public NewThread GetAwaiter() => this;

    public void OnCompleted(Action continuation) => new Thread(() => continuation()) { IsBackground = true }.Start();

    public void GetResult()
    {
    }
}
