# relate: everything a newcomer needs is `make run` and `make test`.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE := -c release --static-swift-stdlib
PROGRAM = $$($(SWIFT) build $(RELEASE) --product relate-tui --show-bin-path)/relate-tui
SOURCES := Package.swift Sources Tests

.PHONY: help deps build run test lint format bench install clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile | expand -t 16

deps: ## install the system packages that are missing
	@Scripts/install-dependencies

build: deps ## the program, optimized
	@$(SWIFT) build $(RELEASE) --product relate-tui

run: build ## the explorer, over a graph of this machine's packages
	@Scripts/run-explorer "$(PROGRAM)"

test: deps ## all tests
	@$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build 2>&1 | grep --line-buffered -v '^◇ '

lint: ## check the layout of the sources
	@$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: ## lay out the sources
	@$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

bench: build ## time a few statements on a generated graph
	@Scripts/benchmark "$(PROGRAM)"

install: build ## copy the program to PREFIX/bin
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(PROGRAM)" "$(DESTDIR)$(PREFIX)/bin/relate-tui"

clean: ## remove what was built
	@rm -rf .build
