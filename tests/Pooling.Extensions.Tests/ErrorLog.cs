using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Pooling.Extensions;

/// <summary>Keeps the errors and warnings that a server logs.</summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger
{
    internal ConcurrentQueue<string> Messages { get; } = new();

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (IsEnabled(logLevel) && eventId.Name != "HeartbeatSlow") // of a busy machine
            Messages.Enqueue(formatter(state, exception));
    }

    public void Dispose()
    {
    }
}
