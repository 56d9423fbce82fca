using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that each rule for servers of the guide to framing has a test for each template and small server that
/// it applies to.</summary>
public sealed partial class ServerRuleTests
{
    private const string NoHalfClose =
        "none: a WebSocket ends with a close, and ASP.NET Core does not answer one side alone";

    private const string NoBrowser = "none: no browser speaks its protocol";

    private static readonly string[] s_rules =
    [
        .. RulePattern()
            .Matches(File.ReadAllText(RepositoryTree.PathOf("docs", "framing.md")))
            .Select(static rule => rule.Groups[1].Value),
    ];

    /// <summary>The files of the tests of each program, and for each rule the name of a test or check in them, or why
    /// there is none.</summary>
    private static readonly Dictionary<string, (string Files, Dictionary<string, string> Cases)> s_programs = new()
    {
        ["pooling-tcpserver"] = ("tests/Pooling.TemplateTests/TcpServer*.cs", new()
        {
            ["pieces"] = "a message byte by byte",
            ["message-limit"] = "a message that is too long ends the connection",
            ["read-token"] = "messages before a close are handled",
            ["close-after-send"] = "messages before a close are handled",
            ["half-close"] = "messages before a half-close are answered",
            ["malformed"] = "a malformed message ends the connection",
            ["first-message"] = "who sends nothing is ended",
            ["silent"] = "who sends a byte at a time is ended",
            ["close-time"] = "and the server ends",
            ["shutdown"] = "Ctrl+C: clients get the replies to what was accepted",
            ["bytes-per-client"] = "memory at the peak",
            ["bytes-for-all"] = "memory at the peak",
            ["connections"] = "an address has its places",
            ["slow-reader"] = "who does not read is ended",
            ["resets"] = "in one line each, and one with the category",
            ["origin"] = NoBrowser,
        }),
        ["pooling-websocket"] = ("tests/Pooling.TemplateTests/WebSocket*.cs", new()
        {
            ["pieces"] = "one in two parts",
            ["message-limit"] = "a message that is too long",
            ["read-token"] = "none: Kestrel reads",
            ["close-after-send"] = "none: a close handshake ends a WebSocket, and everything before it was read",
            ["half-close"] = NoHalfClose,
            ["malformed"] = "a text that is no UTF-8",
            ["first-message"] = "members join beside connections without a request",
            ["silent"] = "the system asks silent members whether they are there",
            ["close-time"] = "who closes and does not read is gone after the time for it",
            ["shutdown"] = "Ctrl+C: members get what was sent",
            ["bytes-per-client"] = "slow members are dropped",
            ["bytes-for-all"] = "memory grew by",
            ["connections"] = "members join beside connections without a request",
            ["slow-reader"] = "honest members beside slow ones",
            ["resets"] = "faults in the log",
            ["origin"] = "a page of another site",
        }),
        ["Broker"] = ("tests/Pooling.Samples.Tests/Broker/*.cs", new()
        {
            ["pieces"] = "Receive_PacketsByteByByte_AreAnswered",
            ["message-limit"] = "Connect_BeginningIsWrong_IsClosedBeforeTheRest",
            ["read-token"] = "Receive_HalfClose_EverythingIsAnswered",
            ["close-after-send"] = "Receive_HalfClose_EverythingIsAnswered",
            ["half-close"] = "Receive_HalfClose_EverythingIsAnswered",
            ["malformed"] = "Connect_Malformed_IsClosedWithoutAnswer",
            ["first-message"] = "Connect_NothingComes_IsDroppedAfterATime",
            ["silent"] = "Receive_NothingForLongerThanPromised_EndsTheConnection",
            ["close-time"] = "Stop_ClientThatDoesNotRead_EndsInTimeAndTheOthersGetWhatWaits",
            ["shutdown"] = "Stop_ClientThatDoesNotRead_EndsInTimeAndTheOthersGetWhatWaits",
            ["bytes-per-client"] = "Publish_SubscriberWhoDoesNotRead_DelaysItsSenderOnce",
            ["bytes-for-all"] = "Publish_BurstsOfManyClients_DropNobody",
            ["connections"] = "Connect_OneTooMany_IsRefusedUntilAnotherLeaves",
            ["slow-reader"] = "Publish_SubscriberWhoDoesNotRead_IsDroppedAndSlowsNobody",
            ["resets"] = "Reset_ManyConnectionsOfManyTopics_OthersJoinAtOnce",
            ["origin"] = NoBrowser,
        }),
        ["ClusterHub"] = ("tests/Pooling.Samples.Tests/ClusterHub/*.cs", new()
        {
            ["pieces"] = "Receive_LongestTextWithAnEmptyFragmentAtItsEnd_IsSent",
            ["message-limit"] = "Receive_MessageThatIsTooLong_ClosesItsConnection",
            ["read-token"] = "none: Kestrel reads",
            ["close-after-send"] = "none: a close handshake ends a WebSocket, and everything before it was read",
            ["half-close"] = NoHalfClose,
            ["malformed"] = "Receive_NoText_ClosesItsConnection",
            ["first-message"] = "Connect_NoRequest_EndsAfterATimeAndTakesNoPlaceOfOthers",
            ["silent"] = "Connect_MemberIsSilent_SystemFindsOutWhetherItIsThere",
            ["close-time"] = "Stop_MemberWhoDoesNotRead_IsDroppedAfterATime",
            ["shutdown"] = "Stop_Members_GetWhatWaitsAndTheReason",
            ["bytes-per-client"] = "Connect_SilentMembersHoldAllTheyMay_OthersOfTheAddressTalk",
            ["bytes-for-all"] = "Connect_OthersTakeAllTheirBytes_NewcomersOfOtherRoomsTalk",
            ["connections"] = "Connect_OneTooMany_IsRefusedUntilAnotherLeaves",
            ["slow-reader"] = "Send_MemberWhoDoesNotRead_IsDroppedAndSlowsNobody",
            ["resets"] = "none: it has no log",
            ["origin"] = "none: members have no cookies, and any page may chat",
        }),
        ["GameTick"] = ("tests/Pooling.Samples.Tests/GameTick/*.cs", new()
        {
            ["pieces"] = "Receive_FramesCutAnywhere_CarriesOutEachMove",
            ["message-limit"] = "Receive_BadFrame_DropsThatPlayerOnly",
            ["read-token"] = "Receive_ClientThatSendsNothingMore_CarriesOutAllAndSendsTheLastState",
            ["close-after-send"] = "Receive_ClientThatSendsNothingMore_CarriesOutAllAndSendsTheLastState",
            ["half-close"] = "Receive_ClientThatSendsNothingMore_CarriesOutAllAndSendsTheLastState",
            ["malformed"] = "Receive_BadFrame_DropsThatPlayerOnly",
            ["first-message"] = "Receive_NoFrameInTime_DropsThePlayer",
            ["silent"] = "Receive_NoFurtherFrameInTime_DropsThePlayer",
            ["close-time"] = "Receive_ClientThatSendsNothingMoreAndGetsNoState_IsDroppedInTime",
            ["shutdown"] = "RunAsync_CanceledInTheMiddle_SendsWhatWaits",
            ["bytes-per-client"] = "Send_OneMoreThanMayBeUnsent_DropsAndEndsEachShare",
            ["bytes-for-all"] = "RunAsync_UnderAttack_NobodyElseNotices",
            ["connections"] = "Start_ManyPlayersOfOneAddress_LeavesAsManyPlacesToOthers",
            ["slow-reader"] = "Tick_PlayerWhoDoesNotRead_DropsThatPlayerOnly",
            ["resets"] = "RunAsync_UnderAttack_NobodyElseNotices",
            ["origin"] = NoBrowser,
        }),
    };

    public static TheoryData<string> Programs() => [.. s_programs.Keys];

    [Fact]
    public void Rules_OfTheGuide_AreAtLeastTwelve() => Assert.InRange(s_rules.Distinct().Count(), 12, 30);

    [Theory]
    [MemberData(nameof(Programs))]
    public void EveryRule_HasATest(string program)
    {
        (string files, Dictionary<string, string> cases) = s_programs[program];
        string[] parts = files.Split('/');
        string tests = string.Concat(Directory
            .EnumerateFiles(RepositoryTree.PathOf(parts[..^1]), parts[^1])
            .Select(File.ReadAllText));

        Violations.AssertNone(s_rules.Except(cases.Keys).Select(static rule => $"{rule}: no test"));
        Violations.AssertNone(cases.Keys.Except(s_rules).Select(static rule => $"{rule}: no rule"));
        Violations.AssertNone(
            from one in cases
            where !one.Value.StartsWith("none: ", StringComparison.Ordinal)
            where !tests.Contains(one.Value, StringComparison.Ordinal)
            select $"{one.Key}: there is no \"{one.Value}\"");
    }

    [GeneratedRegex(@"^\d+\. `([a-z-]+)`:", RegexOptions.Multiline)]
    private static partial Regex RulePattern();
}
