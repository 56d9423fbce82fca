using System.Reflection;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;

namespace Pooling.OpcUa.Services;

/// <summary>Messages of every service, with a value other than the default in each field.</summary>
internal static class MessageSamples
{
    internal static IEnumerable<Type> Types => typeof(IServiceMessage).Assembly.GetTypes()
        .Where(static type => type is { IsClass: true, IsAbstract: false } && type.IsAssignableTo(typeof(IServiceMessage)));

    internal static IServiceMessage Create(Type type)
    {
        var message = (IServiceMessage)Activator.CreateInstance(type)!;
        Fill(message);
        return message;
    }

    private static void Fill(object target)
    {
        int number = 1;
        foreach (PropertyInfo property in target.GetType().GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            if (property.GetIndexParameters().Length > 0)
                continue;

            if (property.CanWrite)
                property.SetValue(target, Make(property.PropertyType, number++));
            else if (property.GetValue(target) is System.Collections.IList { IsReadOnly: false } list)
                list.Add(Make(list.GetType().GetGenericArguments()[0], number++));
            else if (property.GetValue(target) is { } nested and (RequestHeader or ResponseHeader))
                Fill(nested);
        }
    }

    private static object? Make(Type type, int number)
    {
        if (type.IsEnum)
            return Enum.GetValues(type).GetValue(Enum.GetValues(type).Length - 1);

        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, 2);
            array.SetValue(Make(type.GetElementType()!, number), 0);
            array.SetValue(Make(type.GetElementType()!, number + 1), 1);
            return array;
        }

        return type switch
        {
            _ when type == typeof(byte) => (byte)number,
            _ when type == typeof(uint) => (uint)number,
            _ when type == typeof(bool) => true,
            _ when type == typeof(double) => number + 0.5,
            _ when type == typeof(string) => $"text {number}",
            _ when type == typeof(DateTime) => new DateTime(2026, 11, 22, 12, 0, number, DateTimeKind.Utc),
            _ when type == typeof(StatusCode) => new StatusCode(0x80000000u + (uint)number),
            _ when type == typeof(NodeId) => number % 2 == 0 ? new NodeId($"node {number}", 2) : new NodeId([1, 2, (byte)number], 3),
            _ when type == typeof(ExpandedNodeId) => new ExpandedNodeId(new NodeId((uint)number, 2), "urn:x", 4),
            _ when type == typeof(QualifiedName) => new QualifiedName((ushort)number, "name"),
            _ when type == typeof(LocalizedText) => new LocalizedText("en", "text"),
            _ when type == typeof(ExtensionObject) => new ExtensionObject(new NodeId((uint)number), [1, 2, 3]),
            _ when type == typeof(DataValue) =>
                new DataValue(number * 0.5, new StatusCode(1), DateTime.UnixEpoch, DateTime.UnixEpoch, 2, 3),
            _ when type == typeof(DiagnosticInfo) =>
                new DiagnosticInfo { AdditionalInfo = "info", InnerDiagnosticInfo = new DiagnosticInfo { Locale = 1 } },
            _ when type == typeof(NotificationMessage) => MakeNotification(),
            _ => MakeRecord(type, number),
        };
    }

    private static object MakeRecord(Type type, int number)
    {
        ConstructorInfo constructor = type.GetConstructors().MaxBy(static each => each.GetParameters().Length)!;
        return constructor.Invoke([.. constructor.GetParameters().Select((each, i) => Make(each.ParameterType, number + i))]);
    }

    private static NotificationMessage MakeNotification()
    {
        var message = new NotificationMessage { SequenceNumber = 7, PublishTime = DateTime.UnixEpoch };
        message.StatusChange = new StatusCode(0x800A0000);
        DataChangeNotification change = message.DataChanges.Add();
        for (uint i = 0; i < 3; i++)
        {
            MonitoredItemNotification item = change.MonitoredItems.Add();
            (item.ClientHandle, item.Value) = (i, new DataValue(i * 0.5, default, DateTime.UnixEpoch));
        }

        message.Events.Add().Events.Add().ClientHandle = 9;
        return message;
    }
}
