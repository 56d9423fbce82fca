namespace Pooling.Benchmarks.Json.OData;

/// <summary>Does nothing, asynchronously.</summary>
internal sealed class AsyncNoOpJsonWriter : IAsyncJsonWriter
{
    public Task StartObjectAsync() => Task.CompletedTask;

    public Task EndObjectAsync() => Task.CompletedTask;

    public Task StartArrayAsync() => Task.CompletedTask;

    public Task EndArrayAsync() => Task.CompletedTask;

    public Task WriteNameAsync(string name) => Task.CompletedTask;

    public Task WriteValueAsync(string value) => Task.CompletedTask;

    public Task WriteValueAsync(int value) => Task.CompletedTask;

    public Task FlushAsync() => Task.CompletedTask;
}
