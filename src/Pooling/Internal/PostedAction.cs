namespace Pooling.Internal;

/// <summary>An action as work for the thread pool.</summary>
internal sealed class PostedAction(Action action) : PostedWork
{
    protected override void Run() => action();
}
