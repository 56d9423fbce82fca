using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>A thread that runs actions, and lives on in between without a reference to it.</summary>
internal sealed class LivingThread : IDisposable
{
    private readonly SemaphoreSlim _asked = new(0);
    private readonly SemaphoreSlim _done = new(0);
    private readonly Thread _thread;
    private Action? _next;
    private Exception? _fault;
    private bool _ends;

    internal LivingThread()
    {
        _thread = new Thread(() =>
        {
            while (RunNext())
            {
            }
        })
        { IsBackground = true };
        _thread.Start();
    }

    internal void Run(Action action)
    {
        _next = action;
        _asked.Release();
        _done.Wait();
        Assert.Null(_fault);
    }

    public void Dispose()
    {
        _ends = true;
        _asked.Release();
        _thread.Join();
        _asked.Dispose();
        _done.Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool RunNext()
    {
        _asked.Wait();
        if (_ends)
            return false;

        try
        {
            Call();
        }
        catch (Exception exception)
        {
            _fault = exception;
        }

        _done.Release();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Call()
    {
        Action action = _next!;
        _next = null;
        action();
    }
}
