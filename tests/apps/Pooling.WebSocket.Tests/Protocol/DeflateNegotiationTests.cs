using WebSockets.Protocol.Compression;

namespace Pooling.WebSockets.Protocol;

public sealed class DeflateNegotiationTests
{
    private const string Server = "permessage-deflate; server_no_context_takeover";
    private const string Both = $"{Server}; client_no_context_takeover";

    private static readonly DeflateOptions s_context = new() { ServerContextTakeover = true };
    private static readonly DeflateOptions s_noContext = new() { ClientContextTakeover = false };

    [Theory]
    [InlineData("permessage-deflate", Both)]
    [InlineData("PerMessage-Deflate", Both)]
    [InlineData("permessage-deflate; client_max_window_bits", Both)]
    [InlineData("permessage-deflate; server_no_context_takeover; client_no_context_takeover", Both)]
    [InlineData("permessage-deflate; server_max_window_bits=9", Both + "; server_max_window_bits=9")]
    [InlineData("permessage-deflate; server_max_window_bits=15", Both + "; server_max_window_bits=15")]
    [InlineData("permessage-deflate;server_max_window_bits=\"10\" ; client_max_window_bits=\"12\"",
        Both + "; server_max_window_bits=10; client_max_window_bits=12")]
    [InlineData("permessage-deflate; client_max_window_bits=8", Both + "; client_max_window_bits=8")]
    [InlineData("x-webkit-deflate-frame, permessage-deflate", Both)]
    [InlineData("permessage-deflate; server_max_window_bits=8, permessage-deflate", Both)]
    [InlineData("permessage-deflate; server_max_window_bits=9, permessage-deflate", Both + "; server_max_window_bits=9")]
    [InlineData("other; a=\"permessage-deflate, permessage-deflate\", permessage-deflate", Both)]
    public void Accept_WithoutContexts_LetsNothingReferToOtherMessages(string header, string expected) =>
        Assert.Equal(expected, Answer(header, s_noContext));

    [Theory]
    [InlineData("permessage-deflate", Server)]
    [InlineData("permessage-deflate; client_max_window_bits", Server)]
    [InlineData("permessage-deflate; server_no_context_takeover", Server)]
    [InlineData("permessage-deflate; client_no_context_takeover", Both)]
    [InlineData("permessage-deflate; server_max_window_bits=9", Server + "; server_max_window_bits=9")]
    public void Accept_WithTheDefaults_AsksNoClientToDropItsContext(string header, string expected) =>
        Assert.Equal(expected, Answer(header, new DeflateOptions()));

    [Theory]
    [InlineData("permessage-deflate", "permessage-deflate")]
    [InlineData("permessage-deflate; server_no_context_takeover", "permessage-deflate; server_no_context_takeover")]
    [InlineData("permessage-deflate; client_no_context_takeover", "permessage-deflate; client_no_context_takeover")]
    [InlineData("permessage-deflate; server_max_window_bits=9", "permessage-deflate; server_max_window_bits=9")]
    [InlineData("permessage-deflate; server_no_context_takeover; server_max_window_bits=9, permessage-deflate",
        "permessage-deflate; server_no_context_takeover; server_max_window_bits=9")]
    public void Accept_WithContexts_DoesAsTheClientAsks(string header, string expected) =>
        Assert.Equal(expected, Answer(header, s_context));

    [Theory]
    [InlineData("permessage-deflate", "; server_max_window_bits=11")]
    [InlineData("permessage-deflate; server_max_window_bits=9", "; server_max_window_bits=9")]
    [InlineData("permessage-deflate; server_max_window_bits=14", "; server_max_window_bits=11")]
    [InlineData("permessage-deflate; client_max_window_bits", "; server_max_window_bits=11; client_max_window_bits=10")]
    [InlineData("permessage-deflate; client_max_window_bits=9", "; server_max_window_bits=11; client_max_window_bits=9")]
    [InlineData("permessage-deflate; client_max_window_bits=14", "; server_max_window_bits=11; client_max_window_bits=10")]
    public void Accept_WithSmallerWindows_SendsOnlyWhatTheClientSupports(string header, string expected) =>
        Assert.Equal(
            "permessage-deflate" + expected, Answer(header, s_context with { ServerMaxWindowBits = 11, ClientMaxWindowBits = 10 }));

    [Theory]
    [InlineData("")]
    [InlineData("permessage-deflat")]
    [InlineData("permessage-bzip2")]
    [InlineData("permessage-deflate; server_no_context_takeover=1")]
    [InlineData("permessage-deflate; client_no_context_takeover=")]
    [InlineData("permessage-deflate; server_max_window_bits")]
    [InlineData("permessage-deflate; server_max_window_bits=")]
    [InlineData("permessage-deflate; server_max_window_bits=8")]
    [InlineData("permessage-deflate; server_max_window_bits=7")]
    [InlineData("permessage-deflate; server_max_window_bits=16")]
    [InlineData("permessage-deflate; server_max_window_bits=09")]
    [InlineData("permessage-deflate; server_max_window_bits=+9")]
    [InlineData("permessage-deflate; server_max_window_bits=9x")]
    [InlineData("permessage-deflate; server_max_window_bits=999999999999")]
    [InlineData("permessage-deflate; client_max_window_bits=7")]
    [InlineData("permessage-deflate; client_max_window_bits=16")]
    [InlineData("permessage-deflate; client_max_window_bits=\"\"")]
    [InlineData("permessage-deflate; client_max_window_bits=\"1 0\"")]
    [InlineData("permessage-deflate; client_max_window_bits=\"10")]
    [InlineData("permessage-deflate; unknown")]
    [InlineData("permessage-deflate; unknown=1; server_no_context_takeover")]
    [InlineData("permessage-deflate; server_no_context_takeover; server_no_context_takeover")]
    [InlineData("permessage-deflate; server_max_window_bits=10; SERVER_max_window_bits=10")]
    [InlineData("permessage-deflate; client_max_window_bits; client_max_window_bits=10")]
    [InlineData("permessage-deflate;")]
    [InlineData("permessage-deflate; ;")]
    [InlineData("permessage-deflate; =1")]
    [InlineData("permessage deflate")]
    [InlineData("=, ;, \"")]
    public void Accept_OfAnOfferThatCannotBe_Declines(string header)
    {
        Assert.Equal("", Answer(header, new DeflateOptions()));
        if (header.Length > 0 && !header.Contains("\"10", StringComparison.Ordinal) && header[^1] != '"')
            Assert.Equal(Both, Answer(header + ", permessage-deflate", s_noContext)); // and the next one is checked
    }

    [Fact]
    public void Accept_WhenItIsOff_Declines() => Assert.Equal("", Answer("permessage-deflate", new DeflateOptions { IsEnabled = false }));

    [Fact]
    public void Accept_WithoutMemoryForAnOffer_LooksAtTheNext()
    {
        var asked = new List<DeflateSettings>();
        DeflateSettings? settings = DeflateNegotiation.Accept(
            "permessage-deflate, permessage-deflate; server_no_context_takeover; client_no_context_takeover",
            s_context,
            offer =>
            {
                asked.Add(offer);
                return offer.KeptBytes == 0;
            },
            out string answer);

        Assert.Equal(Both, answer);
        Assert.Equal(new DeflateSettings(false, false, 15, 15), settings);
        Assert.Equal(new DeflateSettings(true, true, 15, 15), asked[0]);
        Assert.InRange(asked[0].KeptBytes, 300_000, 600_000);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(16)]
    public void WindowBits_ThatCannotBe_AreRefused(int bits)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new DeflateOptions { ServerMaxWindowBits = bits });
        Assert.Throws<ArgumentOutOfRangeException>(() => new DeflateOptions { ClientMaxWindowBits = bits });
    }

    private static string Answer(string header, DeflateOptions options)
    {
        DeflateSettings? settings = DeflateNegotiation.Accept(header, options, static _ => true, out string answer);
        Assert.Equal(answer.Length == 0, settings is null);
        return answer;
    }
}
