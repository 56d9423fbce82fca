namespace Pooling.Dispatch;

/// <summary>What packets are handled for in these tests: a struct around what the test looks at.</summary>
internal readonly record struct Client(Inbox Inbox);
