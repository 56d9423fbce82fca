using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Pooling.Conventions;

/// <summary>Tests the code of the page about the official OPC UA stack, which is no package. Types of the same names and shapes stand in
/// for those of the stack.</summary>
public sealed class OpcUaStackTests
{
    internal const string Page = "docs/migration/OpcUa.md";

    private const string Stack = """
        #nullable disable
        using System.Xml;

        namespace Opc.Ua
        {
            public interface IDecoder
            {
                int ReadInt32(string name);
                uint ReadUInt32(string name);
                DataValue ReadDataValue(string name);
                ArrayOf<DiagnosticInfo> ReadDiagnosticInfoArray(string name);
            }

            public interface IEncodeable { void Decode(IDecoder decoder); }
            public interface IPooledEncodeable : IEncodeable { void Reuse(); }
            public interface IEncodeableType { IEncodeable CreateInstance(); }
            public interface IEncodeableFactory { IEncodeableFactoryBuilder Builder { get; } }

            public interface IEncodeableFactoryBuilder
            {
                IEncodeableFactoryBuilder AddEncodeableType(ExpandedNodeId id, IEncodeableType type);
                void Commit();
            }

            public abstract class EncodeableType<T> : IEncodeableType
            {
                public abstract XmlQualifiedName XmlName { get; }
                public abstract IEncodeable CreateInstance();
                public abstract DataTypeDefinition GetDataTypeDefinition(NamespaceTable namespaceUris);
            }

            public class DataTypeDefinition;
            public class NamespaceTable;
            public class DiagnosticInfo;
            public class NotificationMessage;
            public interface ITelemetryContext;
            public readonly record struct DataValue(double Value);
            public readonly record struct NodeId(uint Number);

            public readonly record struct ExpandedNodeId(uint Number)
            {
                public static implicit operator ExpandedNodeId(NodeId id) => new(id.Number);
            }

            public static class Namespaces { public const string OpcUaXsd = "types"; }
            public static class ObjectIds { public static readonly NodeId DataChangeNotification_Encoding_DefaultBinary = new(811); }
            public static class DataTypeDefinitions
            {
                public static DataTypeDefinition CreateDataChangeNotification(NamespaceTable namespaceUris) => new();
            }

            [System.Runtime.CompilerServices.CollectionBuilder(typeof(ArrayOf), nameof(ArrayOf.Create))]
            public readonly struct ArrayOf<T>(ReadOnlyMemory<T> values)
            {
                public ReadOnlySpan<T> Span => values.Span;
                public int Count => values.Length;
                public Enumerator GetEnumerator() => new();
                public struct Enumerator
                {
                    public T Current => throw new NotSupportedException();
                    public bool MoveNext() => throw new NotSupportedException();
                }
            }

            public static class ArrayOf { public static ArrayOf<T> Create<T>(ReadOnlySpan<T> values) => new(values.ToArray()); }

            public class NotificationData
            {
                public uint SequenceNumber { get; set; }
                public DateTime PublishTime { get; set; }
                public bool MoreNotifications { get; set; }
            }

            public class DataChangeNotification : NotificationData, IPooledEncodeable
            {
                public ArrayOf<MonitoredItemNotification> MonitoredItems { get; set; } = [];
                public ArrayOf<DiagnosticInfo> DiagnosticInfos { get; set; } = [];
                public virtual void Decode(IDecoder decoder) => throw new NotSupportedException();
                public void Reuse() => throw new NotSupportedException();
            }

            public class MonitoredItemNotification : IPooledEncodeable
            {
                public uint ClientHandle { get; set; }
                public DataValue Value { get; set; }
                public NotificationMessage Message { get; set; }
                public DiagnosticInfo DiagnosticInfo { get; set; }
                public virtual void Decode(IDecoder decoder) =>
                    (ClientHandle, Value) = (decoder.ReadUInt32("ClientHandle"), decoder.ReadDataValue("Value"));
                public void Reuse() => throw new NotSupportedException();
            }
        }

        namespace Opc.Ua.Client
        {
            public enum ConnectionState { Connected, Reconnecting }
            public class ConnectionStateChangedEventArgs : EventArgs { public ConnectionState NewState { get; init; } }

            public class MessageContext : IEncodeableFactory, IEncodeableFactoryBuilder
            {
                public IEncodeableType Added, Type;
                public IEncodeableFactory Factory => this;
                public IEncodeableFactoryBuilder Builder => this;
                public ITelemetryContext Telemetry => null;
                public IEncodeableFactoryBuilder AddEncodeableType(ExpandedNodeId id, IEncodeableType type)
                {
                    Added = id.Number == 811 ? type : null;
                    return this;
                }

                public void Commit() => Type = Added;
            }

            public class ManagedSession
            {
                public MessageContext MessageContext { get; private set; } = new();
                public event EventHandler<ConnectionStateChangedEventArgs> ConnectionStateChanged;
                public void Reconnect()
                {
                    MessageContext = new();
                    ConnectionStateChanged(this, new() { NewState = ConnectionState.Reconnecting });
                    ConnectionStateChanged(this, new() { NewState = ConnectionState.Connected });
                }
            }

            public delegate void FastCallback(Subscription subscription, DataChangeNotification notification, ArrayOf<string> stringTable);

            public class Subscription(ITelemetryContext telemetry)
            {
                public ITelemetryContext Telemetry => telemetry;
                public bool DisableMonitoredItemCache { get; set; }
                public FastCallback FastDataChangeCallback { get; set; }
            }
        }
        """;

    private const string User = """
        #nullable disable
        using Opc.Ua;
        using Opc.Ua.Client;

        public static class User
        {
            public static string Receive()
            {
                var printed = new System.Text.StringBuilder();
                var session = new ManagedSession();
                Subscription subscription = Example.Subscribe(session, (handle, value) =>
                {
                    if (handle == 99)
                        throw new InvalidOperationException();

                    printed.Append($"{handle}={value.Value} ");
                });
                session.Reconnect();
                DataChangeNotification first = Message(session, new Decoder(2, 1, 10, 2, 20, 1));
                MonitoredItemNotification item = first.MonitoredItems.Span[0];
                first.SequenceNumber = 5;
                subscription.FastDataChangeCallback(subscription, first, default);
                printed.Append($"{first.MonitoredItems.Count} {first.DiagnosticInfos.Count} {first.SequenceNumber} {InUse} | ");

                DataChangeNotification second = Message(session, new Decoder(1, 3, 30, 0));
                subscription.FastDataChangeCallback(subscription, second, default);
                printed.Append($"{ReferenceEquals(first, second)} {InUse} | ");

                DataChangeNotification third = Message(session, new Decoder(1, 99, 0, 0));
                printed.Append(ReferenceEquals(item, third.MonitoredItems.Span[0]));
                try
                {
                    subscription.FastDataChangeCallback(subscription, third, default);
                }
                catch (InvalidOperationException)
                {
                    printed.Append($" thrown {InUse} | ");
                }

                foreach (int[] numbers in new[] { new int[0], [1], [1, 1], [int.MaxValue, 1, 10], [1, 1, 10] })
                {
                    try
                    {
                        Message(session, new Decoder(numbers));
                    }
                    catch (System.IO.EndOfStreamException)
                    {
                        printed.Append(InUse);
                    }
                }

                DataChangeNotification empty = Message(session, new Decoder(-1, 0));
                printed.Append($" | {empty.MonitoredItems.Count} {InUse}");
                ((Opc.Ua.IPooledEncodeable)empty).Reuse();
                ((Opc.Ua.IPooledEncodeable)empty).Reuse();
                return printed.Append($" {InUse} {subscription.DisableMonitoredItemCache}").ToString();
            }

            private static long InUse => PooledDataChange.Pool.GetStatistics().InUse + PooledItem.Pool.GetStatistics().InUse;

            private static DataChangeNotification Message(ManagedSession session, IDecoder decoder)
            {
                IEncodeable message = session.MessageContext.Type.CreateInstance();
                message.Decode(decoder);
                return (DataChangeNotification)message;
            }

            private sealed class Decoder(params int[] numbers) : IDecoder
            {
                private int _next;
                public int ReadInt32(string name) => _next < numbers.Length ? numbers[_next++] : throw new System.IO.EndOfStreamException();
                public uint ReadUInt32(string name) => (uint)ReadInt32(name);
                public DataValue ReadDataValue(string name) => new(ReadInt32(name));
                public ArrayOf<DiagnosticInfo> ReadDiagnosticInfoArray(string name) => new(new DiagnosticInfo[ReadInt32(name)]);
            }
        }
        """;

    [Fact]
    public void Code_OfThePage_CompilesAndReturnsEachMessageOnce()
    {
        IEnumerable<string> files = ExampleTests.Blocks(Page).Select(static block => block.Code);
        using var image = new MemoryStream();
        Compilation library = ExampleTests.CompilationOf([.. files, Stack, User], OutputKind.DynamicallyLinkedLibrary);
        Assert.Empty(library.Emit(image).Diagnostics.Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));

        object? printed = Assembly.Load(image.ToArray()).GetType("User")!.GetMethod("Receive")!.Invoke(null, null);

        Assert.Equal("1=10 2=20 0 0 0 0 | 3=30 True 0 | True thrown 0 | 00000 | 0 1 0 True", printed);
    }
}
