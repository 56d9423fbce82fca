namespace Pooling.Dispatch;

/// <summary>The context of packets in these tests: a struct around the object that the test checks.</summary>
internal readonly record struct Client(Inbox Inbox);
