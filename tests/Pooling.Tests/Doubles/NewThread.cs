using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>Awaited, it continues on a thread of its own: never on the one that awaited.</summary>
internal readonly struct NewThread : INotifyCompletion
{
    public bool IsCompleted => false;

    public NewThread GetAwaiter() => this;

    public void OnCompleted(Action continuation) => new Thread(() => continuation()) { IsBackground = true }.Start();

    public void GetResult()
    {
    }
}
