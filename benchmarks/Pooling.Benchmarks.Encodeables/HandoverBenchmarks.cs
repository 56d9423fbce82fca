using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>One thread rents (it decodes), another returns (it handles): at most 256 events are on their way, in messages of 32. An
/// operation is an event that went both ways; bytes are those of both threads.</summary>
public class HandoverBenchmarks
{
    private const int EventsOfMessage = 32;
    private const int Messages = 1_000;
    private const int Operations = Messages * EventsOfMessage;

    private readonly Traffic _new = new Traffic<EventFieldList, NewEvents>(new NewEvents());
    private readonly Traffic _published = new Traffic<PublishedEvent, PublishedEvents>(new PublishedEvents());
    private readonly Traffic _atomic = new Traffic<PooledRef<EventFieldList>, ReferencedEvents>(new ReferencedEvents(EventFieldList.Pool));
    private readonly Traffic _scope = new Traffic<EventFieldList, ScopedEvents>(new ScopedEvents(EventFieldList.Pool));
    private WorkerThreads _workers = null!;

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Before)]
    public long New() => _new.Run(_workers);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Published)]
    public long Published() => _published.Run(_workers);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Ours)]
    public long Atomic() => _atomic.Run(_workers);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Ours)]
    public long ScopeOf32() => _scope.Run(_workers);

    private abstract class Traffic
    {
        private readonly Action<int> _work;
        private long _sum; // written by the thread that takes, read after both have ended

        protected Traffic() => _work = worker => Move(worker == 0);

        internal long Run(WorkerThreads workers)
        {
            workers.Run(_work);
            return _sum;
        }

        protected abstract void Put();

        protected abstract long Take();

        private void Move(bool puts)
        {
            if (puts)
                Put();
            else
                _sum = Take();
        }
    }

    private sealed class Traffic<T, TSource>(TSource source) : Traffic where TSource : struct, IEventSource<T>
    {
        private readonly HandoverRing<Message> _ring = new();
        private readonly Message[] _messages = [.. Enumerable.Range(0, 16).Select(_ => new Message())]; // used again: the ring takes 8

        protected override void Put()
        {
            uint handle = 0;
            for (int number = 0; number < Messages; number++)
            {
                Span<Message?> room = _ring.BeginPut();
                Message message = _messages[number % _messages.Length];
                PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
                foreach (ref EventSlot<T> slot in message.Events.AsSpan())
                    slot.Item = source.Rent(scope, handle++);

                message.Scope = scope;
                room[0] = message;
                _ring.EndPut();
            }
        }

        protected override long Take()
        {
            long sum = 0;
            for (int number = 0; number < Messages; number++)
            {
                Message message = _ring.BeginTake()[0]!;
                foreach (ref EventSlot<T> slot in message.Events.AsSpan())
                    sum += source.Return(slot.Item!);

                message.Scope.Dispose();
                _ring.EndTake();
            }

            return sum;
        }

        private sealed class Message
        {
            internal readonly EventSlot<T>[] Events = new EventSlot<T>[EventsOfMessage];
            internal PooledScope Scope;
        }
    }
}
